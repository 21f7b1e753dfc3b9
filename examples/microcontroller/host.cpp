#include <cstdio>

#include "board.hpp"

void say(const char* text) { std::fputs(text, stdout); }

int main() { return demo(); }

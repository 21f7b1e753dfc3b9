#pragma once
// What the demo asks of the machine that it runs on: board.cpp for a Cortex-M, host.cpp for a computer.

void say(const char* text);
int demo();

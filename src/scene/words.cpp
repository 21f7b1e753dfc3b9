#include "scene/words.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <utility>
#include <vector>

namespace whorl::scene {

std::string text(double number) {
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
    return {buffer, end};
}

std::string in_quotes(std::string_view word) {
    constexpr std::size_t most = 60;
    const bool clipped = word.size() > most;
    std::size_t length = std::min(word.size(), most);
    // A letter of several bytes is not cut in two.
    while (clipped && length > 0 && (static_cast<unsigned char>(word[length]) & 0xc0) == 0x80) --length;
    std::string out = "\"";
    for (const char c : word.substr(0, length)) {
        if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) {
            out += c;
            continue;
        }
        char escaped[8];
        std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
        out += escaped;
    }
    return out + (clipped ? "...\"" : "\"");
}

std::string listed(std::span<const std::string> words) {
    std::string all;
    for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
    return all;
}

}  // namespace whorl::scene

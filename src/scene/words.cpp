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

namespace {

/// How many letters must be inserted, left out, replaced or swapped with their neighbour to turn a into b.
std::size_t edits(std::string_view a, std::string_view b) {
    std::vector<std::size_t> above, row, next(b.size() + 1);
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                next[j] = i + j;
                continue;
            }
            next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                next[j] = std::min(next[j], above[j - 2] + 1);
        }
        above = std::exchange(row, next);
    }
    return row.back();
}

}  // namespace

std::string suggestion(std::string_view word, std::span<const std::string> known) {
    constexpr std::size_t longest = 40;  // no word of ours is near a longer one
    if (word.size() > longest) return "";
    const std::string* closest = nullptr;
    std::size_t fewest = 1 + word.size() / 3;  // more than a third of the word wrong is another word
    for (const std::string& k : known) {
        const std::size_t e = edits(word, k);
        const bool close = e < std::max(word.size(), k.size()) && e <= fewest;
        if (close && (!closest || e < fewest)) closest = &k, fewest = e;
    }
    return closest ? "; did you mean " + in_quotes(*closest) + "?" : "";
}

}  // namespace whorl::scene

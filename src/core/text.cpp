#include "core/text.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace whorl {

std::string number_text(double v) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%g", v);
    return buffer;
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

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
    constexpr std::size_t longest = 40;  // no word of ours is near a longer one
    if (word.size() > longest) return "";
    const std::string* closest = nullptr;
    std::size_t fewest = 1 + word.size() / 3;  // more than a third of the word wrong is another word
    for (const std::string& k : known) {
        const std::size_t e = edits(word, k);
        const bool close = e < std::max(word.size(), k.size()) && e <= fewest;
        if (close && (!closest || e < fewest)) closest = &k, fewest = e;
    }
    return closest ? "; did you mean \"" + *closest + "\"?" : "";
}

std::string unknown_word(std::string_view word, const std::vector<std::string>& known) {
    std::string all;
    for (const std::string& one : known) all += (all.empty() ? "" : ", ") + one;
    return "\"" + std::string(word) + "\"" + did_you_mean(word, known) + " (" + (all.empty() ? "there is none" : all) + ")";
}

}  // namespace whorl

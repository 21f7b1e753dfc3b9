#include "core/text.hpp"

#include <algorithm>
#include <cstdio>

namespace whorl {

std::string number_text(double v) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%g", v);
    return buffer;
}

namespace {

/// The number of letters to change, add or drop to get from a to b.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t corner = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
            corner = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
        }
    }
    return row.back();
}

}  // namespace

std::string unknown_word(std::string_view word, const std::vector<std::string>& known) {
    std::string best, all;
    std::size_t least = 3;
    for (const std::string& one : known) {
        all += (all.empty() ? "" : ", ") + one;
        if (const std::size_t d = distance(one, word); d < least) least = d, best = one;
    }
    return "\"" + std::string(word) + "\"" + (best.empty() ? "" : "; did you mean \"" + best + "\"?") + " (" +
           (all.empty() ? "there is none" : all) + ")";
}

}  // namespace whorl

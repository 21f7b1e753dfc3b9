#include "input.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

namespace cli {

int whole_number(std::string_view option, const std::string& text, int least, int most) {
    int value = 0;
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    const std::string limits = "give a whole number from " + std::to_string(least) + " to " + std::to_string(most);
    if (text.empty() || stopped != end || error == std::errc::invalid_argument)
        throw BadInput(std::string(option) + " " + text + ": not a whole number; " + limits);
    if (error != std::errc{} || value < least || value > most)
        throw BadInput(std::string(option) + " " + text + ": out of range; " + limits);
    return value;
}

namespace {

/// How many letters must be inserted, left out, replaced or swapped with their neighbour to turn a into b.
std::size_t edits(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            const bool same = a[i - 1] == b[j - 1];
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[a.size()][b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
    const std::string* closest = nullptr;
    std::size_t fewest = 1 + word.size() / 3;  // more than a third of the word wrong is another word
    for (const std::string& k : known)
        if (const std::size_t e = edits(word, k); e <= fewest && (!closest || e < fewest)) closest = &k, fewest = e;
    return closest ? "; did you mean \"" + *closest + "\"?" : "";
}

}  // namespace cli

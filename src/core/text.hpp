#pragma once
// Words for messages.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace whorl {

/// A number as people write it: 0.5, 1e+20, nan.
std::string number_text(double v);

/// `; did you mean "open"?` with the known word closest to `word`, or nothing where none is close.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

/// "smok"; did you mean "smoke"? (smoke, heat)
std::string unknown_word(std::string_view word, const std::vector<std::string>& known);

}  // namespace whorl

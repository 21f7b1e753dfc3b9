#pragma once
// Words for messages.

#include <string>
#include <string_view>
#include <vector>

namespace whorl {

/// A number as people write it: 0.5, 1e+20, nan.
std::string number_text(double v);

/// "smok"; did you mean "smoke"? (smoke, heat)
std::string unknown_word(std::string_view word, const std::vector<std::string>& known);

}  // namespace whorl

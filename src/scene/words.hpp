#pragma once
// How errors speak: values as they were written, lists of what is allowed, suggestions for misspelt words.

#include <span>
#include <string>
#include <string_view>

#include "core/text.hpp"

namespace whorl::scene {

/// The shortest text that reads back as the same number.
std::string text(double number);

/// The word in quotes, with what can not be printed escaped and the end of a long one left out.
std::string in_quotes(std::string_view word);

/// "wall, open, periodic"
std::string listed(std::span<const std::string> words);

}  // namespace whorl::scene

#pragma once
// What the user typed, and what is wrong with it.

#include <string>
#include <string_view>

#include <whorl/whorl.hpp>

namespace cli {

/// A mistake in what was asked for, as opposed to a run that failed: exit code 2.
struct BadInput : whorl::Error {
    using whorl::Error::Error;
};

/// The whole number that `text` says. Throws BadInput, naming the option, the text and the limits, if it is none.
int whole_number(std::string_view option, const std::string& text, int least, int most);

}  // namespace cli

#pragma once
// What an error says.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "whorl/whorl.hpp"

namespace whorl {

/// The text of the Error that the call throws; "nothing was thrown" if it throws none; what else it threw.
template <class Call>
std::string error_of(Call call) {
    try {
        call();
    } catch (const Error& e) { return e.what(); } catch (const std::exception& e) {
        return std::string("not an Error: ") + e.what();
    }
    return "nothing was thrown";
}

/// Whether the text has all of the words in it.
inline bool says(const std::string& text, const std::vector<std::string_view>& words) {
    if (text.starts_with("not an Error") || text == "nothing was thrown") return false;
    for (const std::string_view word : words)
        if (text.find(word) == std::string::npos) return false;
    return true;
}

/// That an Error was thrown whose text has all these words in it.
#define EXPECT_SAYS(text, ...) EXPECT_PRED2(whorl::says, text, (std::vector<std::string_view>{__VA_ARGS__}))

}  // namespace whorl

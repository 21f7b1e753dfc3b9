#include "input.hpp"

#include <charconv>

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

}  // namespace cli

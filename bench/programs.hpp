#pragma once
// Other programs: where they are, and what they print.

#include <filesystem>
#include <string>

namespace bench {

std::filesystem::path beside_this_program(const std::string& name);
bool on_path(const std::string& name);

/// What a command of the shell prints; throws if it fails.
std::string output_of(const std::string& command);

}  // namespace bench

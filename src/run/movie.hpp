#pragma once
// A film from pictures, made by the program ffmpeg where it is installed.

#include <filesystem>
#include <vector>

namespace whorl {

/// Writes `film` from PNG files, in their order. The same pictures make the same bytes. Throws Error.
void make_movie(const std::filesystem::path& film, const std::vector<std::filesystem::path>& pictures,
                double frames_per_second);

/// Whether there is a program that can.
bool can_make_movies();

}  // namespace whorl

#pragma once
// A film from the frames, through the program ffmpeg where it is installed.

#include <filesystem>
#include <string>

namespace cli {

/// Makes `film` from frame_0001.png, ... in its folder. Returns an empty string, or why there is no film.
std::string make_movie(const std::filesystem::path& film, int frames, int frames_per_second);

}  // namespace cli

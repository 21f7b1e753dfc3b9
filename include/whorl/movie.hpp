#pragma once
// Whorl: a film from pictures, made by the program ffmpeg where it is installed.
//
//     if (whorl::can_make_movies()) whorl::make_movie("plume.mp4", {"plume-1.png", "plume-2.png"}, 30);

#include <filesystem>
#include <vector>

namespace whorl {

/// Writes `film` (H.264, MP4) from PNG files of one size, in their order; a path may be there more than once. The same
/// pictures make the same bytes. The file appears whole or not at all. Throws Error with the film, the reason and the
/// remedy. About a second for 100 pictures of a million pixels on two cores.
void make_movie(const std::filesystem::path& film, const std::vector<std::filesystem::path>& pictures,
                double frames_per_second);

/// Whether there is a program that can.
bool can_make_movies();

}  // namespace whorl

#pragma once
// All scenes that are built in, as small pictures. They are made once, in the background and in small, and kept in the
// user's cache folder; a scene that changed gets another.

#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include <whorl/picture.hpp>

#include "desk.hpp"
#include "gl.hpp"

namespace studio {

class Gallery {
  public:
    /// In the panel that is being drawn. Pictures are made from when it is first seen.
    void draw(Desk& desk);

  private:
    void make(const std::stop_token& stop);

    std::vector<Offered> offered_ = offered_scenes();
    std::map<std::string, Texture> pictures_;
    std::string path_;  // of a file to open

    std::mutex mutex_;                          // of the next one
    std::map<std::string, std::string> files_;  // scene and its picture, where it is on the disk and not yet shown
    std::jthread maker_;
};

/// For a texture: as a screen has it, from linear light.
Lattice texels_of(const whorl::Image& image);
/// The scene in small after a while. Throws whorl::Error where it can not be drawn.
whorl::Image small_picture(const Open& open, const std::stop_token& stop = {});
/// A file in the user's cache folder that is of this scene's text alone; empty where there is no such folder.
std::string picture_file(const Open& open);

}  // namespace studio

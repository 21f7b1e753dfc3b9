#pragma once
// What leaves the studio as files while one plays: films, pictures, and a look at how the last picture tiles.

#include <optional>

#include "desk.hpp"
#include "film.hpp"
#include "gl.hpp"

namespace studio {

class Export {
  public:
    /// Once a frame, among the panels: begins and ends what is asked for, shows the red dot and the last tile.
    void frame(Desk& desk);
    /// When all but the panels is drawn.
    void capture(Desk& desk, const Window& window, double now);

  private:
    void begin(Desk& desk);
    void show_dot(const Desk& desk);
    void show_tile(const Desk& desk);

    Film film_;
    Desk::Filmed filmed_ = Desk::Filmed::nothing;
    bool screen_ = false;  // whether a picture of the screen is asked for
    std::string drawn_;    // the picture that `tile_` is of
    std::optional<Texture> tile_;
    int tile_width_ = 1, tile_height_ = 1, across_ = 1, down_ = 1;
    bool open_ = false;
};

}  // namespace studio

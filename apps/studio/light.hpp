#pragma once
// Specks and lines of light over what the window shows.

#include <array>
#include <cstdint>
#include <vector>

#include "gl.hpp"
#include "ramps.hpp"

namespace studio {

/// A picture that points and lines add light to, over what the window shows. They are drawn here rather than by OpenGL:
/// with 100,000 of its points a software renderer took 1.4 times the processor's time for a frame, with lines 1.8
/// times.
class Light {
  public:
    Light();
    /// Dark, with so many pixels.
    void clear(int width, int height);
    /// Places in pixels from the lower left; what lies outside is not drawn.
    void point(float x, float y, Paint colour, float strength);
    /// From full strength to `last` of it.
    void line(float x0, float y0, float x1, float y1, Paint colour, float strength, float last);
    /// Adds it to the viewport.
    void show();

  private:
    void add(int x, int y, const std::array<float, 3>& bytes);

    Program program_;
    Texture texture_;
    Sheet sheet_;
    std::vector<std::uint8_t> pixels_;
    int width_ = 0, height_ = 0;
};

/// The colours that speeds have, from 0 to the fastest.
class Tones {
  public:
    Tones();
    Paint operator()(float share) const;

  private:
    std::array<Paint, 256> all_;
};

}  // namespace studio

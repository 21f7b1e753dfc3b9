#pragma once
// From a number to a colour.

#include <array>
#include <concepts>
#include <span>

#include "render/colour.hpp"

namespace whorl::render {

/// Colours for 0 to 1, evenly spaced to the eye.
class Ramp {
  public:
    /// Between stops at equal distances, interpolated in Oklab.
    explicit Ramp(std::span<const Oklab> stops);
    /// colour_at(t) for t from 0 to 1.
    template <std::invocable<float> ColourAt>
    explicit Ramp(const ColourAt& colour_at) {
        for (std::size_t i = 0; i < table_.size(); ++i)
            table_[i] = colour_at(static_cast<float>(i) / static_cast<float>(table_.size() - 1));
    }
    Colour operator()(float t) const {
        const float x = whorl::clamp(t, 0, 1) * static_cast<float>(table_.size() - 1);
        const auto i = static_cast<std::size_t>(x);
        const std::size_t next = i + 1 < table_.size() ? i + 1 : i;
        return mix(table_[i], table_[next], x - static_cast<float>(i));
    }

  private:
    std::array<Colour, 512> table_{};
};

/// The ramp of a palette that maps one number: 0 to 1, or -1 to 1 laid over 0 to 1 for the diverging one.
Ramp ramp(Palette palette, Ground ground);

/// The colours of a palette for a value over its range: 0 to 1, of a signed quantity -1 to 1.
class Scale {
  public:
    Scale(Palette palette, Ground ground) : palette_(palette), ramp_(ramp(palette, ground)) {}
    Colour operator()(float value) const;
    bool is_signed() const { return palette_ == Palette::diverging; }

  private:
    Palette palette_;
    Ramp ramp_;
};

/// Three inks in water over paper (light) or three lights in the dark.
Colour ink_colour(float red, float green, float blue, Ground ground);

}  // namespace whorl::render

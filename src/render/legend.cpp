#include "render/legend.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "render/lettering.hpp"
#include "render/palette.hpp"

namespace whorl::render {

namespace {

/// The strip, its measures in pixels and its colours.
struct Strip {
    Image& image;
    float left, width, height, size;  // `size` is that of the letters
    Colour ink, faint;

    float inner_left() const { return left + size; }
    float inner_width() const { return width - 1.8f * size; }

    void text(const std::string& words, float x, float y, float largest, Colour colour) const {
        const float room = inner_left() + inner_width() - x, needed = text_width(words, largest);
        write_text(image, words, x, y, needed > room ? largest * room / needed : largest, colour);
    }
    template <class ColourAt>
    void bar(float x0, float y0, float x1, float y1, const ColourAt& colour_at) const {
        for (int j = static_cast<int>(y0); j < static_cast<int>(y1); ++j)
            for (int i = static_cast<int>(x0); i < static_cast<int>(x1); ++i)
                image.set(std::clamp(i, 0, image.width - 1), std::clamp(j, 0, image.height - 1),
                          colour_at((static_cast<float>(i) + 0.5f - x0) / (x1 - x0),
                                    (static_cast<float>(j) + 0.5f - y0) / (y1 - y0)));
    }
};

std::string unit_of(const std::string& quantity) {
    if (quantity == "speed") return "m/s";
    if (quantity == "vorticity" || quantity == "divergence") return "1/s";
    if (quantity == "pressure") return "m^2/s^2";
    if (quantity.rfind("texture-", 0) == 0) return "m";
    return "";
}

void draw_scale(const Strip& s, const PlaneView& view) {
    const Scale scale(view.palette, view.ground);
    const std::string unit = unit_of(view.quantity);
    s.text(view.quantity, s.inner_left(), 2.3f * s.size, s.size, s.ink);
    s.text(unit, s.inner_left(), 4.2f * s.size, 0.9f * s.size, s.faint);

    const float top = std::round(s.size * (unit.empty() ? 3.6f : 5.6f)), bottom = std::round(s.height - 1.4f * s.size);
    const float x0 = std::round(s.inner_left()), x1 = std::round(x0 + 1.35f * s.size);
    if (bottom - top < 2 * s.size) return;
    const double high = view.range, low = scale.is_signed() ? -high : 0;
    s.bar(x0, top, x1, bottom, [&](float, float down) { return scale(scale.is_signed() ? 1 - 2 * down : 1 - down); });
    const int count = std::clamp(static_cast<int>((bottom - top) / (3.4f * s.size)), 2, 9);
    for (const double tick : round_ticks(low, high, count)) {
        const float y = bottom - static_cast<float>((tick - low) / (high - low)) * (bottom - top);
        const float line = whorl::clamp(std::round(y), top + 1, bottom - 1), thick = s.size > 14 ? 1.0f : 0.5f;
        s.bar(x1, std::round(line - thick), x1 + 0.45f * s.size, std::round(line + thick),
              [&](float, float) { return s.faint; });
        s.text(label(tick), x1 + 0.85f * s.size, y + 0.5f * s.size, s.size, s.ink);
    }
}

void draw_inks(const Strip& s, const PlaneView& view) {
    s.text("inks", s.inner_left(), 2.3f * s.size, s.size, s.ink);
    const char* const names[] = {"red", "green", "blue"};
    for (int ink = 0; ink < 3; ++ink) {
        const float y = (4 + 4.6f * static_cast<float>(ink)) * s.size;
        if (y + 4 * s.size > s.height) return;
        s.bar(s.inner_left(), y, s.inner_left() + s.inner_width(), y + 1.5f * s.size, [&](float x, float) {
            return ink_colour(ink == 0 ? x : 0, ink == 1 ? x : 0, ink == 2 ? x : 0, view.ground);
        });
        s.text(names[ink], s.inner_left(), y + 3.1f * s.size, 0.9f * s.size, s.ink);
    }
}

}  // namespace

std::vector<double> round_ticks(double low, double high, int count) {
    std::vector<double> ticks;
    if (!(high > low) || count < 1) return ticks;
    const double rough = (high - low) / count, power = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (const double nice : {1.0, 2.0, 5.0})
        if (nice * power >= 0.999 * rough) {
            step = nice * power;
            break;
        }
    const double first = std::ceil(low / step - 1e-6), last = std::floor(high / step + 1e-6);
    for (double i = first; i <= last; ++i) ticks.push_back(i * step);
    return ticks;
}

std::string label(double value) {
    if (std::fabs(value) < 1e-300) return "0";
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    std::string s = text;
    // "1e-05" and "2e+06" as "1e-5" and "2e6".
    if (const std::size_t e = s.find('e'); e != std::string::npos) {
        std::size_t digits = e + 1;
        const bool small = s[digits] == '-';
        if (small || s[digits] == '+') ++digits;
        while (digits + 1 < s.size() && s[digits] == '0') ++digits;
        s = s.substr(0, e + 1) + (small ? "-" : "") + s.substr(digits);
    }
    return s;
}

Image with_legend(const Image& picture, const PlaneView& view) {
    const float across = std::sqrt(static_cast<float>(picture.width) * static_cast<float>(picture.height));
    const float size = whorl::max(whorl::min(0.0185f * across, static_cast<float>(picture.height) / 11), 4.0f);
    const int width = 2 * static_cast<int>(std::ceil(4.4f * size));
    const bool dark = view.ground == Ground::dark;
    const Colour ground = dark ? Colour{0.010f, 0.011f, 0.014f} : Colour{0.905f, 0.895f, 0.870f};
    Image image(picture.width + width, picture.height);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) image.set(x, y, x < picture.width ? picture.at(x, y) : ground);
    const Strip strip{.image = image,
                      .left = static_cast<float>(picture.width),
                      .width = static_cast<float>(width),
                      .height = static_cast<float>(picture.height),
                      .size = size,
                      .ink = dark ? Colour{0.80f, 0.79f, 0.76f} : Colour{0.020f, 0.022f, 0.028f},
                      .faint = dark ? Colour{0.36f, 0.36f, 0.36f} : Colour{0.17f, 0.17f, 0.17f}};
    if (view.palette == Palette::inks)
        draw_inks(strip, view);
    else
        draw_scale(strip, view);
    return image;
}

}  // namespace whorl::render

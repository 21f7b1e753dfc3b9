// Images as such: their pixels, sizes and sheets.

#include <algorithm>
#include <cmath>

#include "render/colour.hpp"
#include "whorl/picture.hpp"

namespace whorl {

Image::Image(int w, int h) : width(w), height(h) {
    constexpr int most = 16384;
    if (w < 1 || h < 1 || w > most || h > most)
        throw Error("a picture of " + std::to_string(w) + " x " + std::to_string(h) +
                    " pixels can not be drawn; give both sides 1 to " + std::to_string(most));
    rgb.resize(3 * static_cast<std::size_t>(w) * static_cast<std::size_t>(h));
}

Colour Image::at(int x, int y) const {
    const std::size_t i =
        3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
    return {rgb[i], rgb[i + 1], rgb[i + 2]};
}

void Image::set(int x, int y, Colour c) {
    const std::size_t i =
        3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
    rgb[i] = c.r, rgb[i + 1] = c.g, rgb[i + 2] = c.b;
}

namespace {

/// For one new pixel: the old ones it is made of, and how much of each. A tent as wide as the larger of both pixels.
struct Blend {
    int first = 0;
    std::vector<float> weight;
};

std::vector<Blend> blends(int from, int to) {
    const float ratio = static_cast<float>(from) / static_cast<float>(to), reach = std::max(ratio, 1.0f);
    std::vector<Blend> all(static_cast<std::size_t>(to));
    for (int i = 0; i < to; ++i) {
        Blend& b = all[static_cast<std::size_t>(i)];
        const float middle = (static_cast<float>(i) + 0.5f) * ratio - 0.5f;
        b.first = std::max(0, static_cast<int>(std::ceil(middle - reach)));
        const int last = std::min(from - 1, static_cast<int>(std::floor(middle + reach)));
        float sum = 0;
        for (int j = b.first; j <= last; ++j) {
            b.weight.push_back(std::max(0.0f, 1 - std::fabs(static_cast<float>(j) - middle) / reach) + 1e-6f);
            sum += b.weight.back();
        }
        for (float& w : b.weight) w /= sum;
    }
    return all;
}

/// New pixel (i, line) from old pixels (first + q, line) of the same line.
template <class Old, class New>
void blend_line(const std::vector<Blend>& all, const Old& old_pixel, const New& set) {
    using namespace render;
    for (std::size_t i = 0; i < all.size(); ++i) {
        Colour sum{};
        for (std::size_t q = 0; q < all[i].weight.size(); ++q)
            sum = sum + old_pixel(all[i].first + static_cast<int>(q)) * all[i].weight[q];
        set(static_cast<int>(i), sum);
    }
}

}  // namespace

Image resized(const Image& image, int width, int height) {
    Image wide(width, image.height), result(width, height);
    const std::vector<Blend> across = blends(image.width, width), down = blends(image.height, height);
    for (int y = 0; y < image.height; ++y)
        blend_line(
            across, [&](int x) { return image.at(x, y); }, [&](int x, Colour c) { wide.set(x, y, c); });
    for (int x = 0; x < width; ++x)
        blend_line(
            down, [&](int y) { return wide.at(x, y); }, [&](int y, Colour c) { result.set(x, y, c); });
    return result;
}

Image contact_sheet(std::span<const Image> images, int columns) {
    if (images.empty() || columns < 1)
        throw Error("a contact sheet of " + std::to_string(images.size()) + " images in " + std::to_string(columns) +
                    " columns can not be drawn; give at least one of each");
    const int width = images[0].width, height = images[0].height, count = static_cast<int>(images.size());
    const int gap = std::max(2, width / 60), rows = (count + columns - 1) / columns;
    Image sheet(gap + std::min(columns, count) * (width + gap), gap + rows * (height + gap));
    std::fill(sheet.rgb.begin(), sheet.rgb.end(), 0.004f);
    for (int i = 0; i < count; ++i) {
        const Image& image = images[static_cast<std::size_t>(i)];
        if (image.width != width || image.height != height)
            throw Error("a contact sheet can not hold images of " + std::to_string(width) + " x " +
                        std::to_string(height) + " and " + std::to_string(image.width) + " x " +
                        std::to_string(image.height) + " pixels; resize them to one size");
        const int left = gap + i % columns * (width + gap), top = gap + i / columns * (height + gap);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) sheet.set(left + x, top + y, image.at(x, y));
    }
    return sheet;
}

}  // namespace whorl

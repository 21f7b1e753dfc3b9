#include "run/views.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace whorl {

namespace {

auto picture_of(const Output& o) {
    return std::tie(o.show, o.pixels, o.range, o.ground, o.legend, o.tile, o.image, o.glow, o.glow_range, o.extinction);
}

/// Pictures of a box are as its front looks: upright, lying or square. Sides are even, as films need them.
std::array<int, 2> volume_pixels(const Output& o, Vec3 size) {
    const int longer = o.pixels > 0 ? o.pixels : 960;
    const double width = std::max(size.x, size.z), height = size.y;
    const int shorter = width > 1.2 * height || height > 1.2 * width ? longer * 2 / 3 : longer;
    const auto even = [](int pixels) { return std::max(2, pixels / 2 * 2); };
    if (width > height) return {even(longer), even(shorter)};
    return {even(shorter), even(longer)};
}

}  // namespace

bool same_picture(const Output& a, const Output& b) {
    return a.fields.empty() && b.fields.empty() && picture_of(a) == picture_of(b);
}

Views::Views(const Scene& scene)
    : scene_(scene), ranges_(scene.outputs.size()), moved_(scene.outputs.size()), ready_(scene.outputs.size()) {
    for (std::size_t k = 0; k < scene.outputs.size(); ++k) {
        const Output& one = scene.outputs[k];
        std::size_t first = 0;
        while (first < k && !same_picture(scene.outputs[first], one)) ++first;
        same_.push_back(first);
        ranges_[k] = one.range;
        if (first == k && !one.image.empty()) moved_[k] = read_png(one.image);
    }
}

std::vector<std::string> Views::fields(std::size_t output, int dimension) const {
    const Output& o = scene_.outputs[output];
    return dimension == 2 ? fields_of(PlaneView{.quantity = o.show}) : fields_of(VolumeView{.smoke = o.show, .glow = o.glow});
}

const Image& Views::picture(std::size_t output, const Fields& fluid) {
    const std::size_t first = same_[output];
    if (!ready_[first]) ready_[first] = drawn(first, fluid);
    return *ready_[first];
}

void Views::forget() {
    for (auto& image : ready_) image.reset();
}

void Views::set_ranges(const std::vector<double>& ranges) {
    if (ranges.size() == ranges_.size()) ranges_ = ranges;
}

Image Views::drawn(std::size_t output, const Fields& fluid) {
    const Output& o = scene_.outputs[output];
    if (fluid.dimension() == 2) {
        PlaneView view{.quantity = o.show, .ground = o.ground, .legend = o.legend};
        if (o.pixels > 0) view.pixels = o.pixels;
        if (!o.image.empty()) view.image = &moved_[output];
        // A range that nobody gave grows with what there is to show: a film may get calmer, it never flickers.
        if (o.range == 0) ranges_[output] = std::max(ranges_[output], plane_range(fluid, view));
        view.range = ranges_[output];
        return plane_picture(fluid, view);
    }
    const std::array<int, 2> pixels = volume_pixels(o, fluid.size());
    VolumeView view{.width = pixels[0], .height = pixels[1], .smoke = o.show, .glow = o.glow};
    view.extinction = o.extinction;
    view.glow_range = o.glow_range;
    view.camera.angle = scene_.camera.angle;
    if (scene_.camera.given) view.camera.from = scene_.camera.from, view.camera.towards = scene_.camera.to;
    if (!(scene_.camera.light == Vec3{})) view.key.direction = scene_.camera.light;
    return volume_picture(fluid, view);
}

}  // namespace whorl

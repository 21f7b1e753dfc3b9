#include "render/fire.hpp"

#include <algorithm>
#include <cmath>

namespace whorl::render {

namespace {

constexpr double white_hot = 3200, barely_red = 700;  // K

/// What a flame sends to a place at distance 1 m, over pi. Of what is scattered by smoke, two thirds stay in the soot
/// between.
constexpr float reaching = 0.3183099f, through_smoke = 0.33f;

/// The CIE 1931 observer at a wavelength (nm), by the fits of Wyman, Sloan and Shirley 2013, "Simple analytic
/// approximations to the CIE XYZ color matching functions".
struct Xyz {
    double x, y, z;
};
Xyz observer(double nm) {
    const auto lobe = [nm](double middle, double below, double above) {
        const double t = (nm - middle) * (nm < middle ? below : above);
        return std::exp(-0.5 * t * t);
    };
    return {
        0.362 * lobe(442.0, 0.0624, 0.0374) + 1.056 * lobe(599.8, 0.0264, 0.0323) - 0.065 * lobe(501.1, 0.0490, 0.0382),
        0.821 * lobe(568.8, 0.0213, 0.0247) + 0.286 * lobe(530.9, 0.0613, 0.0322),
        1.217 * lobe(437.0, 0.0845, 0.0278) + 0.681 * lobe(459.0, 0.0385, 0.0725)};
}

Xyz seen(double kelvin) {
    Xyz sum{};
    for (double nm = 380; nm <= 780; nm += 5) {
        const double um = nm / 1000, radiance = 1 / (std::pow(um, 5) * std::expm1(14387.77 / (um * kelvin)));
        const Xyz o = observer(nm);
        sum.x += o.x * radiance, sum.y += o.y * radiance, sum.z += o.z * radiance;
    }
    return sum;
}

std::array<int, 3> at_most(std::array<int, 3> n, int most) {
    const int longest = std::max({n[0], n[1], n[2]});
    for (int& c : n) c = std::max(1, (c * most + longest - 1) / longest);
    return n;
}

}  // namespace

Colour planck(double kelvin) {
    static const double unit = seen(white_hot).y;
    const Xyz c = seen(kelvin);
    const auto channel = [&](double x, double y, double z) {
        return static_cast<float>(std::max(0.0, (x * c.x + y * c.y + z * c.z) / unit));
    };
    return {channel(3.2406, -1.5372, -0.4986), channel(-0.9689, 1.8758, 0.0415), channel(0.0557, -0.2040, 1.0570)};
}

Ramp glow_ramp() {
    return Ramp([](float hot) {
        const Colour c = planck(barely_red + (white_hot - barely_red) * static_cast<double>(hot));
        const float luminance = 0.2126f * c.r + 0.7152f * c.g + 0.0722f * c.b;
        return luminance > 0 ? c * (1 / std::sqrt(luminance)) : Colour{};
    });
}

FireLight::FireLight(Cpu& on, const Lattice<float>& glow, const Ramp& ramp, float power, Point size) {
    // Flames: the blocks that glow, each at the middle of its light.
    struct Block {
        Colour power{};
        Point moment{};
        float weight = 0;
    };
    Lattice<Block> blocks(at_most(glow.n, 14), size);
    const Point per = glow.per_length;
    const float cell = 1 / (per.x * per.y * per.z);
    fill(on, blocks, [&](int bi, int bj, int bk) {
        Block b;
        const auto begin = [](int block, int count, int cells) { return block * cells / count; };
        for (int k = begin(bk, blocks.n[2], glow.n[2]); k < begin(bk + 1, blocks.n[2], glow.n[2]); ++k)
            for (int j = begin(bj, blocks.n[1], glow.n[1]); j < begin(bj + 1, blocks.n[1], glow.n[1]); ++j)
                for (int i = begin(bi, blocks.n[0], glow.n[0]); i < begin(bi + 1, blocks.n[0], glow.n[0]); ++i) {
                    const float hot = glow(i, j, k);
                    if (hot <= 0.05f) continue;
                    const Colour c = ramp(hot) * (power * cell);
                    const float weight = c.r + c.g + c.b;
                    b.power = b.power + c;
                    b.moment = b.moment + glow.place(i, j, k) * weight;
                    b.weight += weight;
                }
        return b;
    });
    for (const Block& b : blocks.values)
        if (b.weight > 0) flames_.push_back({b.moment * (1 / b.weight), b.power});
    const float wide = size.x / static_cast<float>(blocks.n[0]);
    softness_ = 0.5f * wide * wide;
    if (flames_.empty()) return;

    around_ = Lattice<Colour>(at_most(glow.n, 28), size);
    fill(on, around_, [&](int i, int j, int k) {
        const Point p = around_.place(i, j, k);
        Colour sum{};
        for (const Flame& f : flames_) {
            const Point d = f.middle - p;
            sum = sum + f.power * (1 / (dot(d, d) + softness_));
        }
        return sum * (reaching * through_smoke);
    });

    // The floor is lit some way around the domain.
    const float margin = 1.5f * whorl::max(size.x, size.z);
    floor_corner_ = {-margin, 0, -margin};
    floor_ = Lattice<Colour>({72, 1, 72}, {size.x + 2 * margin, 1, size.z + 2 * margin});
    fill(on, floor_, [&](int i, int, int k) {
        Point p = floor_corner_ + floor_.place(i, 0, k);
        p.y = 0;
        return on_surface(p, {0, 1, 0});
    });
}

Colour FireLight::on_surface(Point p, Point normal) const {
    Colour sum{};
    for (const Flame& f : flames_) {
        const Point d = f.middle - p;
        const float square = dot(d, d) + softness_, slope = dot(d, normal) / std::sqrt(square);
        // A flame is wide: what is a little below the horizon still lights.
        if (slope > -0.3f) sum = sum + f.power * ((0.3f + slope) / (1.3f * square));
    }
    return sum * reaching;
}

}  // namespace whorl::render

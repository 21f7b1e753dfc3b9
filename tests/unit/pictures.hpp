#pragma once
// What the tests of pictures share.

#include <png.h>

#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "whorl/picture.hpp"

namespace whorl::pictures {

namespace fs = std::filesystem;

constexpr float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();

/// An empty folder that is gone after the test.
struct Folder {
    fs::path path = fs::path(testing::TempDir()) /
                    ("whorl_picture_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    Folder() { fs::remove_all(path), fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    std::string file(const char* name) const { return (path / name).string(); }
};

inline std::vector<std::uint8_t> bytes_of(const std::string& path) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_file(&png, path.c_str())) return {};
    png.format = PNG_FORMAT_RGB;
    std::vector<std::uint8_t> bytes(PNG_IMAGE_SIZE(png));
    png_image_finish_read(&png, nullptr, bytes.data(), 0, nullptr);
    return bytes;
}

/// Numbers in a box of one cell per `h`, and the view of them that a Simulation would give.
struct Values {
    std::array<int, 3> n;
    double h;
    std::vector<float> v;
    Values(std::array<int, 3> count, double spacing, float value = 0)
        : n(count), h(spacing), v(static_cast<std::size_t>(n[0] * n[1] * n[2]), value) {}
    float& at(int i, int j, int k = 0) { return v[static_cast<std::size_t>(i + n[0] * (j + n[1] * k))]; }
    Vec3 size() const { return {n[0] * h, n[1] * h, n[2] * h}; }
    operator FieldView() const { return {v.data(), n, {1, n[0], n[0] * n[1]}, {h / 2, h / 2, h / 2}, {h, h, h}}; }
};

inline bool all_finite(const Image& image) {
    for (const float x : image.rgb)
        if (!(x >= 0 && x <= 1)) return false;
    return true;
}

inline float largest_difference(const Image& a, const Image& b) {
    float most = 0;
    for (std::size_t i = 0; i < a.rgb.size(); ++i) most = std::max(most, std::fabs(a.rgb[i] - b.rgb[i]));
    return most;
}

}  // namespace whorl::pictures

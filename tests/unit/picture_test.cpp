// Pictures of a Simulation, and that nothing but the fluid changes them.

#include "unit/pictures.hpp"

namespace whorl {
namespace {

using namespace pictures;

TEST(Picture, WithALegendIsWiderAndTheDataStayAsTheyWere) {
    std::vector<Carried> carried = colours();
    carried.push_back({.name = "smoke"});
    Simulation fluid({.size = {1, 0.7}, .cells = {32}, .carried = carried});
    fluid.add(sphere({0.25, 0.5}, 0.1), "smoke", 1);
    for (const char* quantity : {"smoke", "vorticity", "colours"})
        for (const Ground ground : {Ground::dark, Ground::light}) {
            PlaneView view{.pixels = 301, .quantity = quantity, .ground = ground};
            const Image plain = plane_picture(fluid, view);
            view.legend = true;
            const Image wide = plane_picture(fluid, view);
            EXPECT_EQ(wide.height, plain.height);
            EXPECT_GT(wide.width, plain.width + 30);
            EXPECT_EQ(wide.width % 2, 0);
            Image cut(plain.width, plain.height);
            for (int y = 0; y < plain.height; ++y)
                for (int x = 0; x < plain.width; ++x) cut.set(x, y, wide.at(x, y));
            EXPECT_EQ(cut.rgb, plain.rgb) << quantity;
        }
}

TEST(Picture, OfAnImageNeedsTextureCoordinates) {
    try {
        plane_picture(Simulation({.cells = {16}}), {.quantity = "image"});
        FAIL() << "was drawn";
    } catch (const Error& e) { EXPECT_NE(std::string(e.what()).find("texture-x"), std::string::npos) << e.what(); }
    const Simulation carries({.cells = {16}, .carried = texture_coordinates(2)});
    const Image red = [] {
        Image i(2, 2);
        for (int p = 0; p < 4; ++p) i.set(p % 2, p / 2, {1, 0, 0});
        return i;
    }();
    EXPECT_EQ(plane_picture(carries, {.pixels = 8, .quantity = "image", .image = &red}).at(3, 3).g, 0);
    EXPECT_TRUE(all_finite(plane_picture(carries, {.pixels = 64, .quantity = "image"})));
}

TEST(Picture, OfAPeriodicPlaneIsATile) {
    Settings s;
    s.cells = {32};
    s.boundary = all_sides(periodic());
    s.carried = {{.name = "smoke", .initial = [](Vec3 p) {
                      return 1 + std::sin(6.2831853 * (p.x + 0.1)) * std::cos(6.2831853 * (p.y + 0.2));
                  }}};
    s.obstacles = {{sphere({0.97, 0.05}, 0.15)}};  // sticks out of two sides
    const Simulation fluid(s);
    const Image image = plane_picture(fluid, {.pixels = 96, .range = 2});
    ASSERT_EQ(image.width, 96);
    const auto jump = [&](int x0, int y0, int x1, int y1) {
        return std::fabs(image.at(x0, y0).g - image.at(x1, y1).g);
    };
    float seam = 0, inside = 0;
    for (int i = 0; i < 96; ++i) {
        seam = std::max({seam, jump(95, i, 0, i), jump(i, 95, i, 0)});
        for (int j = 0; j < 95; ++j) inside = std::max({inside, jump(j, i, j + 1, i), jump(i, j, i, j + 1)});
    }
    EXPECT_LE(seam, inside);
    EXPECT_LT(jump(0, 90, 1, 90), 0.1f);                        // the ball is there on both sides,
    EXPECT_NEAR(image.at(2, 90).r, image.at(94, 90).r, 0.05f);  // with one colour
    EXPECT_NEAR(image.at(94, 90).r, image.at(94, 1).r, 0.05f);
}

TEST(Picture, NamesAnUnknownQuantityAndWhatThereIs) {
    const Simulation fluid({.cells = {16}});
    try {
        plane_picture(fluid, {.quantity = "smok"});
        FAIL() << "was drawn";
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("\"smok\""), std::string::npos) << e.what();
        EXPECT_NE(std::string(e.what()).find("\"smoke\""), std::string::npos) << e.what();
    }
}

TEST(Picture, OfAPlaneIsNotAVolumeNorTheOtherWayRound) {
    EXPECT_THROW(volume_picture(Simulation({.cells = {16}})), Error);
    EXPECT_THROW(plane_picture(Simulation({.size = {1, 1, 1}, .cells = {8}})), Error);
}

TEST(Picture, TheExampleOfTheHeaderLeavesAFile) {
    const Folder folder;
    for (const std::vector<double>& size : {std::vector<double>{1, 1}, std::vector<double>{1, 1, 1}}) {
        Simulation fluid({.size = size, .cells = {8}});
        for (int i = 0; i < 2; ++i) fluid.step(1.0 / 24);
        if (fluid.dimension() == 2)
            write_png(folder.file("plane.png"), plane_picture(fluid, {.quantity = "smoke"}));
        else
            write_png(folder.file("space.png"), volume_picture(fluid, {.width = 64, .height = 96}));
    }
    EXPECT_EQ(bytes_of(folder.file("plane.png")).size(), 3u * 1024 * 1024);
    EXPECT_EQ(bytes_of(folder.file("space.png")).size(), 3u * 64 * 96);
}

TEST(Picture, ShowsWhereTheSmokeIs) {
    Simulation fluid({.cells = {32}, .threads = 2});
    fluid.add(sphere({0.25, 0.75}, 0.1), "smoke", 1);
    const Image image = plane_picture(fluid, {.pixels = 64, .range = 1});
    EXPECT_GT(image.at(16, 16).g, 10 * image.at(48, 48).g);  // top left, against bottom right
}

TEST(Picture, OfDivergenceShowsWhereFluidIsPushedApart) {
    Simulation fluid({.cells = {32}});
    fluid.fill_velocity(
        {[](Vec3 p) { return 0.1 * std::exp(-80 * ((p.x - 0.7) * (p.x - 0.7) + (p.y - 0.5) * (p.y - 0.5))); }});
    const Image image = plane_picture(fluid, {.pixels = 64, .quantity = "divergence", .range = 2});
    const Colour before = image.at(40, 32), after = image.at(50, 32);  // it gathers speed, then loses it
    EXPECT_GT(before.r, 2 * before.b);
    EXPECT_GT(after.b, 2 * after.r);
}

}  // namespace
}  // namespace whorl

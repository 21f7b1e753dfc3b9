// Meshes, masks and distances in a scene, and what is said of those that do not work.

#include <gtest/gtest.h>

#include <cmath>

#include "run/checkpoint.hpp"
#include "run/mutator.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/meshes.hpp"
#include "whorl/picture.hpp"
#include "whorl/scene.hpp"

namespace whorl {
namespace {

/// A folder with a scene and the files it names.
struct Studio {
    TemporaryFolder folder;

    /// A scene of 1 x 1 m (x 1 m) with one obstacle, whose shape stands in line 5.
    Scene read(const std::string& shape, bool in_space = true, const std::string& more = "") const {
        const std::string text = std::string("[domain]\nsize = ") + (in_space ? "[1, 1, 1]" : "[1, 1]") +
                                 "\ncells = 16\n[[obstacle]]\n" + shape + "\n" + more;
        return read_scene(text, folder / "scene.toml");
    }
    std::string errors(const std::string& shape, bool in_space = true) const {
        return error_of([&] { (void)read(shape, in_space); });
    }
    Shape body(const std::string& shape, bool in_space = true, const std::string& more = "") const {
        return read(shape, in_space, more).settings.obstacles.at(0).shape;
    }
    void picture(const std::string& name, int width, int height, const std::function<bool(int, int)>& dark) const {
        Image image(width, height);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) image.set(x, y, dark(x, y) ? Colour{0, 0, 0} : Colour{1, 1, 1});
        write_png(folder / name, image);
    }
};

TEST(DrawnScene, MeshIsScaledTurnedAndMoved) {
    const Studio studio;
    write(studio.folder / "brick.obj", as_obj(cube_mesh({-1, -2, -3}, {1, 2, 3})));
    const Shape body = studio.body("mesh = { file = \"brick.obj\", scale = 0.1, turn = [0, 0, 90], at = [0.5, 0.4, 0.3] }");
    const Shape same = box({0.3, 0.3, 0}, {0.7, 0.5, 0.6});
    for (double x = 0.05; x < 1; x += 0.1)
        for (double y = 0.05; y < 1; y += 0.1) EXPECT_NEAR(body.distance({x, y, 0.2}), same.distance({x, y, 0.2}), 1e-6);
}

TEST(DrawnScene, MeshInAPlaneIsCutWhereItIsMovedTo) {
    const Studio studio;
    write(studio.folder / "ball.stl", as_stl_binary(ball_mesh({0, 0, 0}, 0.5, 4)));
    const Shape body = studio.body("mesh = { file = \"ball.stl\", at = [0.5, 0.5, 0.3] }", false);
    EXPECT_LT(body.distance({0.5, 0.88, 0}, 2), 0);
    EXPECT_GT(body.distance({0.5, 0.92, 0}, 2), 0);
}

TEST(DrawnScene, MeshThatIsNotClosedIsASheetAndSaidSo) {
    const Studio studio;
    Triangles open = cube_mesh({0.2, 0.2, 0.2}, {0.8, 0.8, 0.8});
    open.faces.resize(10);
    write(studio.folder / "a.obj", as_obj(open));
    const Scene scene = studio.read("mesh = { file = \"a.obj\" }");
    ASSERT_EQ(scene.warnings.size(), 1u);
    EXPECT_SAYS(scene.warnings[0], "scene.toml:5:", "not closed", "thickness");
    EXPECT_EQ(studio.read("mesh = { file = \"a.obj\", thickness = 0.1 }").warnings.size(), 0u);
    EXPECT_NEAR(studio.body("mesh = { file = \"a.obj\", thickness = 0.1 }").distance({0.5, 0.2, 0.5}), -0.05, 1e-6);
}

TEST(DrawnScene, FilesThatAreNoMeshAreRefusedInTheirLine) {
    const Studio studio;
    write(studio.folder / "empty.obj", "");
    write(studio.folder / "range.obj", "v 0 0 0\nf 1 2 3\n");
    write(studio.folder / "flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    write(studio.folder / "nan.obj", "v 0 nan 0\n");
    const std::string cut = as_stl_binary(cube_mesh({0, 0, 0}, {1, 1, 1}));
    write(studio.folder / "cut.stl", cut.substr(0, 300));
    EXPECT_SAYS(studio.errors("mesh = { file = \"none.obj\" }"), "scene.toml:5:17", "none.obj", "no file");
    EXPECT_SAYS(studio.errors("mesh = { file = \"empty.obj\" }"), "scene.toml:5:17", "empty.obj", "no triangles");
    EXPECT_SAYS(studio.errors("mesh = { file = \"range.obj\" }"), "scene.toml:5:17", "line 2", "no corner 2");
    EXPECT_SAYS(studio.errors("mesh = { file = \"flat.obj\" }"), "scene.toml:5:17", "area");
    EXPECT_SAYS(studio.errors("mesh = { file = \"nan.obj\" }"), "scene.toml:5:17", "line 1", "nan");
    EXPECT_SAYS(studio.errors("mesh = { file = \"cut.stl\" }"), "scene.toml:5:17", "12 triangles", "300 bytes");
    EXPECT_SAYS(studio.errors("mesh = { file = \"cut.ply\" }"), "scene.toml:5:17");
    EXPECT_SAYS(studio.errors("mesh = {}"), "mesh.file is missing");
    EXPECT_SAYS(studio.errors("mesh = { file = \"cut.stl\", scale = 0 }"), "scale", "greater than 0");
    EXPECT_SAYS(studio.errors("mesh = { file = \"cut.stl\", thicknes = 0 }"), "did you mean \"thickness\"");
}

TEST(DrawnScene, MeshFarOutsideOfTheDomainIsRefused) {
    const Studio studio;
    write(studio.folder / "a.obj", as_obj(ball_mesh({0, 0, 0}, 0.1, 1)));
    EXPECT_SAYS(studio.errors("mesh = { file = \"a.obj\", at = [40, 0, 0] }"), "scene.toml:4:", "outside of the domain");
}

TEST(DrawnScene, MaskFillsTheDomainOrItsRectangle) {
    const Studio studio;
    studio.picture("half.png", 32, 32, [](int x, int y) { return x < 16 && y >= 8; });  // y from the top
    const Shape whole = studio.body("mask = { file = \"half.png\" }", false);
    EXPECT_NEAR(whole.distance({0.4, 0.4, 0}, 2), -0.1, 1e-6);
    EXPECT_NEAR(whole.distance({0.7, 0.4, 0}, 2), 0.2, 1e-6);
    EXPECT_NEAR(whole.distance({0.25, 0.9, 0}, 2), 0.15, 1e-6);
    const Shape small = studio.body("mask = { file = \"half.png\", low = [0.2, 0.4], high = [0.6, 0.8] }", false);
    EXPECT_NEAR(small.distance({0.25, 0.5, 0}, 2), -0.05, 1e-6);
    EXPECT_NEAR(small.distance({0.45, 0.5, 0}, 2), 0.05, 1e-6);
    EXPECT_GT(small.distance({0.1, 0.5, 0}, 2), 0.07);
    const Shape deep = studio.body("mask = { file = \"half.png\", low = [0, 0, 0.25], high = [1, 1, 0.5] }");
    EXPECT_NEAR(deep.distance({0.25, 0.4, 0.75}), 0.25, 1e-6);
    EXPECT_NEAR(studio.body("mask = { file = \"half.png\" }").distance({0.4, 0.4, 0.75}), -0.1, 1e-6);
}

TEST(DrawnScene, MaskThatReachesASideShutsTheFacesThere) {
    const Studio studio;
    studio.picture("left.png", 32, 32, [](int x, int) { return x < 16; });
    Settings s = studio.read("mask = { file = \"left.png\" }", false).settings;
    s.boundary = all_sides(open());
    const Simulation sim(s);
    for (int j = 0; j < 16; ++j) EXPECT_EQ(sim.openness(0)(0, j), 0) << j;
    for (int j = 0; j < 16; ++j) EXPECT_EQ(sim.openness(0)(16, j), 1) << j;
}

TEST(DrawnScene, MaskGoesOnAroundPeriodicSides) {
    const Studio studio;
    studio.picture("stripe.png", 32, 32, [](int x, int) { return x < 4 || x >= 28; });
    const Shape body = studio.body("mask = { file = \"stripe.png\" }", false, "[boundary]\nall = \"periodic\"");
    for (const double x : {1 / 32.0, 31 / 32.0, 33 / 32.0}) EXPECT_NEAR(body.distance({x, 0.3, 0}, 2), -3 / 32.0, 1e-6);
    EXPECT_LT(body.distance({0, 0.3, 0}, 2), -0.1);
    EXPECT_NEAR(body.distance({0.2, 0.3, 0}, 2), 0.075, 1e-6);
    EXPECT_NEAR(body.distance({1.2, 0.3, 0}, 2), 0.075, 1e-6);
}

TEST(DrawnScene, MaskOfAnotherShapeThanItsPlaceIsRefused) {
    const Studio studio;
    studio.picture("wide.png", 40, 20, [](int x, int) { return x < 16; });
    studio.picture("white.png", 8, 8, [](int, int) { return false; });
    write(studio.folder / "bad.png", "no picture");
    EXPECT_SAYS(studio.errors("mask = { file = \"wide.png\" }", false), "scene.toml:5:17", "40 x 20", "1 x 1 m", "40 x 40");
    EXPECT_EQ(studio.read("mask = { file = \"wide.png\", high = [1, 0.5] }", false).settings.obstacles.size(), 1u);
    EXPECT_SAYS(studio.errors("mask = { file = \"white.png\" }", false), "scene.toml:5:17", "dark");
    EXPECT_SAYS(studio.errors("mask = { file = \"bad.png\" }", false), "scene.toml:5:17", "bad.png");
    EXPECT_SAYS(studio.errors("mask = { file = \"wide.png\", low = [1, 1], high = [0, 0] }", false), "exchange");
}

TEST(DrawnScene, DistanceIsTheShapeOfItsFormula) {
    const Studio studio;
    const Shape disc = studio.body("distance = \"hypot(x - 0.5, y - 0.5) - 0.25\"", false), same = sphere({0.5, 0.5, 0}, 0.25);
    for (int j = 0; j <= 32; ++j)
        for (int i = 0; i <= 32; ++i) {
            const Vec3 p{i / 32.0, j / 32.0, 0};  // corners and middles of cells
            ASSERT_NEAR(disc.distance(p, 2), same.distance(p, 2), 1e-6);
        }
    const Shape ball = studio.body("distance = \"sqrt((x-0.5)^2 + (y-0.5)^2 + (z-0.5)^2) - 0.25\"");
    EXPECT_NEAR(ball.distance({0.5, 0.75, 1}), sphere({0.5, 0.5, 0.5}, 0.25).distance({0.5, 0.75, 1}), 1e-6);
    const Shape floor = studio.body("distance = \"y - 0.3\"");
    EXPECT_TRUE(std::isinf(floor.bounds()[0].x));
    EXPECT_NEAR(floor.distance({0.1, 0.8, 0.9}), 0.5, 1e-6);
}

TEST(DrawnScene, DistanceShutsTheSameFacesAsThePrimitive) {
    const Studio studio;
    const auto openness = [&](const std::string& shape) {
        const Simulation sim(studio.read(shape).settings);
        std::vector<float> all;
        const FieldView f = sim.openness(1);
        for (int k = 0; k < 16; ++k)
            for (int j = 0; j <= 16; ++j)
                for (int i = 0; i < 16; ++i) all.push_back(f(i, j, k));
        return all;
    };
    const auto drawn = openness("distance = \"sqrt((x-0.5)^2 + (y-0.5)^2 + (z-0.5)^2) - 0.3\"");
    const auto same = openness("sphere = { center = [0.5, 0.5, 0.5], radius = 0.3 }");
    for (std::size_t k = 0; k < same.size(); ++k) ASSERT_NEAR(drawn[k], same[k], 1e-4);
}

TEST(DrawnScene, DistanceThatDoesNotWorkIsRefusedInItsPlace) {
    const Studio studio;
    EXPECT_SAYS(studio.errors("distance = \"hypot(x - 0.5\"", false), "scene.toml:5:12", "formula", "letter");
    EXPECT_SAYS(studio.errors("distance = \"y - t\"", false), "scene.toml:5:12", "depends on t");
    EXPECT_SAYS(studio.errors("distance = \"log(x - 0.4)\"", false), "scene.toml:5:12", "nan", "finite");
    EXPECT_SAYS(studio.errors("distance = \"1 / (x - 0.5)\"", false), "scene.toml:5:12", "inf", "(0.5,");
    EXPECT_SAYS(studio.errors("distance = \"2 + x\"", false), "scene.toml:4:", "outside of the domain");
    EXPECT_SAYS(studio.errors("distance = [1]", false), "scene.toml:5:12", "a number or a formula");
    EXPECT_EQ(studio.read("distance = \"sqrt(x) - 0.5\"", false).settings.obstacles.size(), 1u);  // only in the domain
}

TEST(DrawnScene, WorkInUnionsSourcesAndForces) {
    const Studio studio;
    write(studio.folder / "a.obj", as_obj(ball_mesh({0.5, 0.5, 0.5}, 0.2, 3)));
    const Scene scene = studio.read(
        "difference = [{ distance = \"y - 0.3\" }, { mesh = { file = \"a.obj\" } }]", true,
        "[[source]]\nmesh = { file = \"a.obj\" }\nsmoke = 1\n[[force]]\ndistance = \"0.8 - y\"\nacceleration = [1, 0, 0]");
    Simulation sim(scene.settings);
    sim.step(0.1);
    EXPECT_NEAR(sim.sample("smoke", {0.5, 0.5, 0.5}), 0.1, 0.01);
    EXPECT_GT(std::abs(sim.sample_velocity({0.5, 0.9, 0.5}).x), 1e-3);
    EXPECT_EQ(memory_needed(scene.settings), sim.memory());
}

TEST(DrawnScene, MeshAndMaskRepeatAlongPeriodicAxesAsABoxDoes) {
    const Studio studio;
    write(studio.folder / "a.obj", as_obj(cube_mesh({0.85, 0.3, -0.15}, {1.1, 0.7, 0.2})));
    studio.picture("a.png", 10, 16, [](int, int) { return true; });
    const std::string periodic_sides = "[boundary]\nall = \"periodic\"";
    const auto openness = [&](const std::string& shape) {
        const Simulation sim(studio.read(shape, true, periodic_sides).settings);
        std::vector<float> all;
        for (int a = 0; a < 3; ++a) {
            const FieldView f = sim.openness(a);
            for (int k = 0; k < 16; ++k)
                for (int j = 0; j < 16; ++j)
                    for (int i = 0; i < 16; ++i) all.push_back(f(i, j, k));
        }
        return all;
    };
    const auto same = openness("box = { low = [0.85, 0.3, -0.15], high = [1.1, 0.7, 0.2] }");
    const auto drawn = openness("mesh = { file = \"a.obj\" }");
    const auto masked = openness("mask = { file = \"a.png\", low = [0.85, 0.3, -0.15], high = [1.1, 0.7, 0.2] }");
    for (std::size_t k = 0; k < same.size(); ++k) {
        ASSERT_NEAR(drawn[k], same[k], 1e-4);
        ASSERT_NEAR(masked[k], same[k], 0.05);  // a picture rounds its corners off
    }
}

TEST(DrawnScene, CanNotBeAddedBetweenSteps) {
    const Studio studio;
    Simulation sim(studio.read("sphere = { center = [0.5, 0.5], radius = 0.1 }", true, "[[source]]\neverywhere = true\nsmoke = 1").settings);
    EXPECT_SAYS(error_of([&] { sim.add(mesh(cube_mesh({0, 0, 0}, {1, 1, 1})), "smoke", 1); }), "mesh", "source");
}

TEST(DrawnScene, WithAMistakeOrTwoIsReadOrRefusedInItsPlace) {
    const Studio studio;
    write(studio.folder / "a.obj", as_obj(ball_mesh({0.5, 0.5, 0.5}, 0.2, 2)));
    studio.picture("a.png", 20, 20, [](int x, int y) { return (x / 5 + y / 5) % 2 == 0; });
    const std::string good =
        "[domain]\nsize = [1, 1, 1]\ncells = 12\n[boundary]\nsides = \"periodic\"\n"
        "[[obstacle]]\nmesh = { file = \"a.obj\", scale = 0.9, turn = [10, 20, 30], at = [0.1, 0.1, 0], thickness = 0.01 }\n"
        "[[obstacle]]\nmask = { file = \"a.png\", low = [0.5, 0.5], high = [1, 1] }\n"
        "[[source]]\ndifference = [{ distance = \"hypot(x - 0.5, y - 0.5) - 0.2\" }, { mesh = { file = \"a.obj\" } }]\nsmoke = 1\n";
    int read = 0, refused = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
        const std::string text = Mutator(seed)(good);
        const std::string error = error_of([&] { (void)read_scene(text, studio.folder / "scene.toml"); });
        if (error == "nothing was thrown") {
            ++read;
            continue;
        }
        ++refused;
        ASSERT_TRUE(error.starts_with(studio.folder / "scene.toml:")) << "seed " << seed << ": " << error;
    }
    EXPECT_GT(read, 5);
    EXPECT_GT(refused, 100);
}

TEST(InflowScene, WithNowhereToGoIsRefusedInItsLine) {
    const auto errors = [](const std::string& sides) {
        return error_of([&] { (void)read_scene("[domain]\nsize = [1, 1]\ncells = 16\n[boundary]\n" + sides, "a.toml"); });
    };
    const std::string in = "left = { kind = \"inflow\", velocity = [";
    EXPECT_SAYS(errors(in + "1, 0] }"), "a.toml:4:", "1 (m2/s", "more flows in", "no side is open");
    EXPECT_SAYS(errors(in + "\"4*y*(1-y)\", 0] }"), "a.toml:4:", "more flows in", "no side is open");
    EXPECT_SAYS(errors(in + "\"sin(t)\", 0] }"), "a.toml:4:", "after 0.37 s", "more flows in");
    EXPECT_SAYS(errors(in + "\"-y\", 0] }"), "a.toml:4:", "more flows out", "0.5 (m2/s");
    EXPECT_EQ(errors(in + "\"sin(2*pi*y)\", 0] }"), "nothing was thrown");
    EXPECT_EQ(errors(in + "\"4*y*(1-y)\", 0] }\nright = \"open\""), "nothing was thrown");
    EXPECT_EQ(errors(in + "\"6*y*(1-y)\", 0] }\nright = { kind = \"inflow\", velocity = [1, 0] }"), "nothing was thrown");
}

TEST(DrawnScene, WhatIsInItsFilesBelongsToTheScene) {
    const Studio studio;
    const auto identity = [&] { return scene_identity(studio.read("mesh = { file = \"a.obj\" }")); };
    write(studio.folder / "a.obj", as_obj(ball_mesh({0.5, 0.5, 0.5}, 0.2, 2)));
    const std::uint64_t before = identity();
    EXPECT_EQ(identity(), before);
    write(studio.folder / "a.obj", as_obj(ball_mesh({0.5, 0.5, 0.5}, 0.21, 2)));
    EXPECT_NE(identity(), before);
}

}  // namespace
}  // namespace whorl

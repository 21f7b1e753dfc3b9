// A still is what was there, whatever the simulation does meanwhile and whoever looks.

#include "support/each_dimension.hpp"
#include "support/errors.hpp"
#include "support/scenes.hpp"

#include <thread>

#include <whorl/picture.hpp>
#include <whorl/still.hpp>

namespace whorl {
namespace {

std::vector<float> values(const FieldView& f) {
    std::vector<float> all;
    for (int k = 0; k < f.extent[2]; ++k)
        for (int j = 0; j < f.extent[1]; ++j)
            for (int i = 0; i < f.extent[0]; ++i) all.push_back(f(i, j, k));
    return all;
}

std::vector<std::vector<float>> everything(const Fields& of) {
    std::vector<std::vector<float>> all{values(of.field("smoke")), values(of.field("heat")), values(of.field("pressure"))};
    for (int a = 0; a < of.dimension(); ++a) all.push_back(values(of.velocity(a))), all.push_back(values(of.openness(a)));
    return all;
}

Settings scene(int dimension) { return busy_scene(dimension, dimension == 2 ? std::vector{40, 36} : std::vector{16, 16, 14}); }

/// A ball that swims through the smoke.
Settings with_swimmer(int dimension) {
    Settings s = scene(dimension);
    s.obstacles[0].motion.shift.x = Value([](Vec3, double t) { return -t; }, false, true);
    return s;
}

TEST_EACH_DIMENSION(Still, StaysAsItIsWhileTheSimulationGoesOn) {
    Simulation fluid(with_swimmer(D));
    for (int k = 0; k < 3; ++k) fluid.step(0.05);
    Still still;
    still.take(fluid, {"smoke", "heat", "pressure", "velocity", "openness"});
    const auto then = everything(fluid);
    EXPECT_EQ(everything(still), then);
    const double time = fluid.time();
    for (int k = 0; k < 3; ++k) fluid.step(0.05);
    fluid.change(scene(D));
    EXPECT_EQ(everything(still), then);
    EXPECT_NE(everything(fluid), then);
    EXPECT_EQ(still.time(), time);
    EXPECT_EQ(still.cells(), fluid.cells());
    EXPECT_EQ(still.spacing(), fluid.spacing());
    EXPECT_EQ(still.size(), fluid.size());
    EXPECT_EQ(still.field("smoke").first, fluid.field("smoke").first);
}

TEST_EACH_DIMENSION(Still, TakenAgainIsTheNewMomentInTheSameMemory) {
    Simulation fluid(scene(D));
    Still still;
    still.take(fluid, {"smoke", "velocity"});
    const float* const memory = still.velocity(1).data;
    fluid.step(0.05);
    still.take(fluid, {"smoke", "velocity"});
    EXPECT_EQ(still.velocity(1).data, memory);
    EXPECT_EQ(values(still.velocity(1)), values(fluid.velocity(1)));
    // And of another simulation, of another size.
    Simulation other(busy_scene(D, D == 2 ? std::vector{20, 20} : std::vector{8, 8, 8}));
    still.take(other, {"heat"});
    EXPECT_EQ(values(still.field("heat")), values(other.field("heat")));
}

Image picture_of(const Fields& of) {
    return of.dimension() == 2 ? plane_picture(of, {.pixels = 64, .quantity = "vorticity", .range = 5})
                               : volume_picture(of, {.width = 48, .height = 48});
}

TEST_EACH_DIMENSION(Still, IsDrawnByAnotherThreadAsTheMomentItIs) {
    Simulation fluid(with_swimmer(D));
    for (int k = 0; k < 3; ++k) fluid.step(0.05);
    const Image then = picture_of(fluid);
    Still still;
    still.take(fluid, D == 2 ? fields_of(PlaneView{.quantity = "vorticity"}) : fields_of(VolumeView{}));
    std::vector<Image> drawn(3);
    std::thread reader([&] {
        for (Image& one : drawn) one = picture_of(still);
    });
    for (int k = 0; k < 6; ++k) fluid.step(0.05);
    reader.join();
    for (const Image& one : drawn) EXPECT_EQ(one.rgb, then.rgb);
    EXPECT_NE(picture_of(fluid).rgb, then.rgb);
}

TEST(Still, TakesForEveryViewOfAPlaneWhatItIsDrawnFrom) {
    Settings s = scene(2);
    for (const Carried& q : colours()) s.carried.push_back(q);
    for (const Carried& q : texture_coordinates(2)) s.carried.push_back(q);
    Simulation fluid(s);
    fluid.step(0.05);
    for (const char* quantity :
         {"smoke", "heat", "pressure", "speed", "vorticity", "divergence", "colours", "red", "image"}) {
        const PlaneView view{.pixels = 32, .quantity = quantity};
        Still still;
        still.take(fluid, fields_of(view));
        EXPECT_EQ(plane_picture(still, view).rgb, plane_picture(fluid, view).rgb) << quantity;
    }
}

TEST(Still, RefusesWhatItHasNot) {
    Simulation fluid(scene(2));
    Still still;
    EXPECT_SAYS(error_of([&] { still.field("smoke"); }), "nothing was taken", "call take");
    EXPECT_SAYS(error_of([&] { still.take(fluid, {"smok"}); }), "smok", "did you mean \"smoke\"");
    still.take(fluid, {"smoke", "velocity"});
    EXPECT_SAYS(error_of([&] { still.field("heat"); }), "\"heat\" was not taken", "\"smoke\", \"velocity\"", "name it");
    EXPECT_SAYS(error_of([&] { still.openness(1); }), "\"openness\" along axis 1");
    EXPECT_SAYS(error_of([&] { still.velocity(2); }), "\"velocity\" along axis 2");
}

}  // namespace
}  // namespace whorl

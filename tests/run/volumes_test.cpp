// Files of fields, read back by the libraries of their formats.

#include <gtest/gtest.h>

#include "io/fields.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/scenes.hpp"

#if WHORL_WITH_OPENVDB
#include <openvdb/openvdb.h>
#endif
#if WHORL_WITH_OPENEXR
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputFile.h>
#endif

namespace whorl {
namespace {

/// A few steps into a busy scene whose cells are longer than wide: every value is another one.
Simulation busy_fluid(int dimension) {
    Settings s = dimension == 2 ? busy_scene(2, {20, 28}) : busy_scene(3, {14, 18, 10});
    s.size = dimension == 2 ? std::vector{1.0, 2.1} : std::vector{1.0, 1.7, 0.9};
    Simulation fluid(s);
    for (int i = 0; i < 3; ++i) fluid.step(1.0 / 24);
    return fluid;
}

/// The velocity in the middle of a cell.
[[maybe_unused]] float centred(const Simulation& fluid, int axis, int i, int j, int k) {
    const FieldView u = fluid.velocity(axis);
    return 0.5f * (u(i, j, k) + u(i + (axis == 0), j + (axis == 1), k + (axis == 2)));
}

#if WHORL_WITH_OPENVDB

struct Volumes {
    openvdb::FloatGrid::Ptr smoke, heat, pressure;
    openvdb::Vec3SGrid::Ptr velocity;
    std::vector<std::string> names;
    double time = -1;
};

/// Writes the fields to a file and reads it.
Volumes there_and_back(const Simulation& fluid) {
    TemporaryFolder folder;
    io::write_vdb(folder / "fields.vdb", io::copy_fields(fluid, {"smoke", "heat", "velocity", "pressure"}));
    openvdb::initialize();
    openvdb::io::File file(folder / "fields.vdb");
    file.open(false);
    Volumes v;
    for (auto name = file.beginName(); name != file.endName(); ++name) v.names.push_back(name.gridName());
    v.smoke = openvdb::gridPtrCast<openvdb::FloatGrid>(file.readGrid("density"));
    v.heat = openvdb::gridPtrCast<openvdb::FloatGrid>(file.readGrid("temperature"));
    v.pressure = openvdb::gridPtrCast<openvdb::FloatGrid>(file.readGrid("pressure"));
    v.velocity = openvdb::gridPtrCast<openvdb::Vec3SGrid>(file.readGrid("vel"));
    v.time = file.getMetadata()->metaValue<double>("time");
    file.close();
    return v;
}

TEST(Vdb, GridsHaveTheNamesAndKindsThatHoudiniAndBlenderLookFor) {
    const Simulation fluid = busy_fluid(3);
    Volumes v = there_and_back(fluid);
    std::sort(v.names.begin(), v.names.end());
    EXPECT_EQ(v.names, (std::vector<std::string>{"density", "pressure", "temperature", "vel"}));
    ASSERT_TRUE(v.smoke && v.heat && v.velocity && v.pressure);
    EXPECT_EQ(v.smoke->getGridClass(), openvdb::GRID_FOG_VOLUME);
    EXPECT_EQ(v.velocity->getVectorType(), openvdb::VEC_CONTRAVARIANT_RELATIVE);
    EXPECT_EQ(v.time, fluid.statistics().time);
}

TEST(Vdb, VoxelsHoldTheValuesOfTheCellsAndNothingIsAround) {
    for (const int dimension : {2, 3}) {
        const Simulation fluid = busy_fluid(dimension);
        const Volumes v = there_and_back(fluid);
        const auto smoke = v.smoke->getConstAccessor(), heat = v.heat->getConstAccessor(),
                   pressure = v.pressure->getConstAccessor();
        const auto velocity = v.velocity->getConstAccessor();
        const std::array<int, 3> n = fluid.cells();
        int wrong = 0, around = 0;
        double sum = 0;
        for (int k = -1; k <= n[2]; ++k)
            for (int j = -1; j <= n[1]; ++j)
                for (int i = -1; i <= n[0]; ++i) {
                    const openvdb::Coord at(i, j, k);
                    const openvdb::Vec3s u = velocity.getValue(at);
                    if (i < 0 || j < 0 || k < 0 || i == n[0] || j == n[1] || k == n[2]) {
                        around += smoke.isValueOn(at) || smoke.getValue(at) != 0 || u != openvdb::Vec3s(0);
                        continue;
                    }
                    wrong += smoke.getValue(at) != fluid.field("smoke")(i, j, k);
                    wrong += heat.getValue(at) != fluid.field("heat")(i, j, k);
                    wrong += pressure.getValue(at) != fluid.field("pressure")(i, j, k);
                    for (int a = 0; a < 3; ++a)
                        wrong += u[a] != (a < dimension ? centred(fluid, a, i, j, k) : 0.0f);
                    sum += smoke.getValue(at) + static_cast<double>(u.lengthSqr());
                }
        EXPECT_EQ(wrong, 0);
        EXPECT_EQ(around, 0);
        EXPECT_GT(sum, 0.1) << "there is nothing in it";
    }
}

TEST(Vdb, TheTransformPutsVoxelsWhereTheCellsAreAlsoWhenTheyAreNoCubes) {
    for (const int dimension : {2, 3}) {
        const Simulation fluid = busy_fluid(dimension);
        const Volumes v = there_and_back(fluid);
        const Vec3 h = fluid.spacing();
        const double z = dimension == 2 ? h.x : h.z;  // a plane is one voxel thick
        for (const openvdb::GridBase::Ptr& grid : {openvdb::GridBase::Ptr(v.smoke), openvdb::GridBase::Ptr(v.velocity)})
            for (const openvdb::Coord at : {openvdb::Coord(0, 0, 0), openvdb::Coord(3, 7, 0), openvdb::Coord(13, 17, 9)}) {
                const openvdb::Vec3d p = grid->transform().indexToWorld(at);
                EXPECT_NEAR(p.x(), (at.x() + 0.5) * h.x, 1e-12);
                EXPECT_NEAR(p.y(), (at.y() + 0.5) * h.y, 1e-12);
                EXPECT_NEAR(p.z(), (at.z() + 0.5) * z, 1e-12);
            }
    }
}

TEST(Vdb, TheSameFieldsGiveTheSameBytesAndOthersAnotherName) {
    TemporaryFolder folder;
    const Simulation fluid = busy_fluid(3);
    io::write_vdb(folder / "a", io::copy_fields(fluid, {"smoke"}));
    io::write_vdb(folder / "b", io::copy_fields(fluid, {"smoke"}));
    io::write_vdb(folder / "c", io::copy_fields(fluid, {"heat"}));
    const auto name = [&](const char* file) { return content(folder / file).substr(21, 36); };
    EXPECT_EQ(content(folder / "a"), content(folder / "b"));
    EXPECT_NE(name("a"), name("c"));
    EXPECT_EQ(leftovers(folder.path()), "");
}

#endif

#if WHORL_WITH_OPENEXR

/// One float channel of a file, rows from the top.
struct Channels {
    int width = 0, height = 0;
    std::map<std::string, std::vector<float>> values;
    float at(const std::string& name, int column, int row) const {
        return values.at(name)[static_cast<std::size_t>(row * width + column)];
    }
};
Channels channels_of(const std::string& path) {
    Imf::InputFile file(path.c_str());
    const auto window = file.header().dataWindow();
    Channels c{window.max.x - window.min.x + 1, window.max.y - window.min.y + 1, {}};
    Imf::FrameBuffer frame;
    for (auto one = file.header().channels().begin(); one != file.header().channels().end(); ++one) {
        EXPECT_EQ(one.channel().type, Imf::FLOAT) << one.name();
        std::vector<float>& values = c.values[one.name()];
        values.resize(static_cast<std::size_t>(c.width) * static_cast<std::size_t>(c.height));
        frame.insert(one.name(), Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(values.data()), sizeof(float),
                                            sizeof(float) * static_cast<std::size_t>(c.width)));
    }
    file.setFrameBuffer(frame);
    file.readPixels(window.min.y, window.max.y);
    return c;
}

TEST(Exr, ChannelsHoldTheFieldsOfAPlaneWithTheTopRowFirst) {
    TemporaryFolder folder;
    const Simulation fluid = busy_fluid(2);
    io::write_exr(folder / "a.exr", io::copy_fields(fluid, {"smoke", "velocity"}));
    const Channels c = channels_of(folder / "a.exr");
    const std::array<int, 3> n = fluid.cells();
    ASSERT_EQ(c.values.size(), 3u);
    ASSERT_EQ(c.width, n[0]);
    ASSERT_EQ(c.height, n[1]);
    int wrong = 0;
    for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i) {
            const int row = n[1] - 1 - j;
            wrong += c.at("smoke", i, row) != fluid.field("smoke")(i, j);
            wrong += c.at("velocity.x", i, row) != centred(fluid, 0, i, j, 0);
            wrong += c.at("velocity.y", i, row) != centred(fluid, 1, i, j, 0);
        }
    EXPECT_EQ(wrong, 0);
}

TEST(Exr, OfABoxItIsTheSliceThroughTheMiddle) {
    TemporaryFolder folder;
    const Simulation fluid = busy_fluid(3);
    io::write_exr(folder / "a.exr", io::copy_fields(fluid, {"heat"}));
    const Channels c = channels_of(folder / "a.exr");
    const std::array<int, 3> n = fluid.cells();
    int wrong = 0;
    for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i) wrong += c.at("heat", i, n[1] - 1 - j) != fluid.field("heat")(i, j, n[2] / 2);
    EXPECT_EQ(wrong, 0);
}

TEST(Exr, APictureIsLinearLightInThreeChannelsWithTheTopRowFirst) {
    TemporaryFolder folder;
    Image image(5, 3);
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 5; ++x)
            image.set(x, y, {0.1f * static_cast<float>(x), 0.2f * static_cast<float>(y), 0.01f * static_cast<float>(x + y)});
    io::write_exr(folder / "a.exr", image);
    const Channels c = channels_of(folder / "a.exr");
    int wrong = 0;
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 5; ++x)
            wrong += !(Colour{c.at("R", x, y), c.at("G", x, y), c.at("B", x, y)} == image.at(x, y));
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(c.values.size(), 3u);
}

#endif

TEST(Volumes, AnUnknownQuantityIsAnError) {
    const Simulation fluid = busy_fluid(2);
    EXPECT_SAYS(error_of([&] { io::copy_fields(fluid, {"steam"}); }), "steam");
}

}  // namespace
}  // namespace whorl

// Files of meshes: what they hold, and what is said of those that hold none.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "run/mutator.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/meshes.hpp"

namespace whorl {
namespace {

bool same_places(const Triangles& a, const Triangles& b) {
    if (a.faces.size() != b.faces.size()) return false;
    for (std::size_t k = 0; k < a.faces.size(); ++k)
        for (std::size_t c = 0; c < 3; ++c) {
            const Vec3 p = a.corners[static_cast<std::size_t>(a.faces[k][c])], q = b.corners[static_cast<std::size_t>(b.faces[k][c])];
            if (!(std::hypot(p.x - q.x, p.y - q.y, p.z - q.z) < 1e-6)) return false;
        }
    return true;
}

TEST(MeshFile, OfEitherSortHoldsTheSameMesh) {
    TemporaryFolder folder;
    const Triangles cup = cup_mesh({0, 0, 0}, {1, 1.25, 1}, 0.1);
    write(folder / "cup.obj", as_obj(cup));
    write(folder / "CUP.STL", as_stl_text(cup));
    write(folder / "cup.stl", as_stl_binary(cup));
    for (const char* name : {"cup.obj", "CUP.STL", "cup.stl"}) {
        EXPECT_TRUE(same_places(read_mesh(folder / name), cup)) << name;
        EXPECT_TRUE(is_closed(read_mesh(folder / name))) << name;
    }
}

TEST(MeshFile, OfPolygonsAndCornersCountedBackwardsIsRead) {
    TemporaryFolder folder;
    write(folder / "a.obj", "mtllib x.mtl\nv 0 0 0 1.0\r\nv 1 0 0\nv +1 1e0 0\nvt 0 0\nvn 0 0 1\nv 0 1 0\no thing\nf -4/1/1 -3/1/1 "
                            "-2/1/1 -1/1/1\n");
    const Triangles m = read_mesh(folder / "a.obj");
    EXPECT_EQ(m.faces, (std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(m.corners[2], (Vec3{1, 1, 0}));
}

TEST(MeshFile, ThatIsNoneSaysWhereAndWhy) {
    TemporaryFolder folder;
    const auto refused = [&](const std::string& name, const std::string& bytes) {
        write(folder / name, bytes);
        return error_of([&] { (void)read_mesh(folder / name); });
    };
    const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    EXPECT_SAYS(error_of([&] { (void)read_mesh(folder / "none.obj"); }), "none.obj", "no such file");
    EXPECT_SAYS(error_of([&] { (void)read_mesh(folder.path().string()); }), ".obj or .stl");
    EXPECT_SAYS(refused("a.ply", "ply"), "a.ply", ".obj or .stl");
    EXPECT_SAYS(refused("a.obj", ""), "no triangles");
    std::filesystem::resize_file(folder / "a.obj", (std::uintmax_t{1} << 30) + 1);  // takes no room: it is all a hole
    EXPECT_SAYS(error_of([&] { (void)read_mesh(folder / "a.obj"); }), "1024 MB", "simplify");
    EXPECT_SAYS(refused("a.obj", corners), "no triangles");
    EXPECT_SAYS(refused("a.obj", corners + "f 1 2 4\n"), "line 4", "no corner 4", "there are 3");
    EXPECT_SAYS(refused("a.obj", corners + "f 1 2 -4\n"), "line 4", "no corner -4");
    EXPECT_SAYS(refused("a.obj", corners + "f 1 2 0\n"), "line 4", "no corner 0");
    EXPECT_SAYS(refused("a.obj", corners + "f 1 2\n"), "line 4", "2 corners");
    EXPECT_SAYS(refused("a.obj", corners + "f 1 2 x\n"), "line 4", "\"x\"");
    EXPECT_SAYS(refused("a.obj", "v 0 0\n"), "line 1", "three numbers");
    EXPECT_SAYS(refused("a.obj", "v 0 nan 0\n"), "line 1", "nan", "finite");
    EXPECT_SAYS(refused("a.obj", "v 0 1e400 0\n"), "line 1");
    EXPECT_SAYS(refused("a.stl", ""), "0 bytes");
    EXPECT_SAYS(refused("a.stl", "solid x\nfacet\nvertex 0 0 0\n"), "endsolid");
    EXPECT_SAYS(refused("a.stl", "solid x\nfacet\nvertex 0 0 0\nendfacet\nendsolid\n"), "line 4", "1 corners");
    EXPECT_SAYS(refused("a.stl", "solid x\nendsolid\n"), "no triangles");
    std::string binary = as_stl_binary(cube_mesh({0, 0, 0}, {1, 1, 1}));
    EXPECT_SAYS(refused("a.stl", binary.substr(0, binary.size() - 1)), "12 triangles", "684", "683");
    const float bad = std::nanf("");
    std::memcpy(binary.data() + 84 + 50 + 16, &bad, sizeof bad);
    EXPECT_SAYS(refused("a.stl", binary), "triangle 2", "nan");
    EXPECT_SAYS(refused("a.stl", std::string(80, ' ') + std::string("\0\0\0\0", 4)), "no triangles");
}

TEST(MeshFile, OfAnyBytesIsReadOrRefused) {
    TemporaryFolder folder;
    const Triangles ball = ball_mesh({0.5, 0.5, 0.5}, 0.3, 1);
    const std::string good[] = {as_obj(ball), as_stl_text(ball), as_stl_binary(ball)};
    const char* names[] = {"a.obj", "b.stl", "c.stl"};
    int read = 0, refused = 0;
    for (unsigned seed = 0; seed < 600; ++seed) {
        const std::string path = folder / names[seed % 3];
        std::string bytes = Mutator(seed)(good[seed % 3]);
        std::mt19937 random(seed);
        if (seed % 7 == 0) bytes.resize(random() % 200), std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<char>(random()); });
        if (seed % 5 == 0)
            for (int k = 0; k < 4 && !bytes.empty(); ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
        write(path, bytes);
        const std::string error = error_of([&] {
            const Triangles m = read_mesh(path);
            const Shape shape = mesh(m, 0.01);
            if (!std::isfinite(shape.distance({0.1, 0.2, 0.3}))) throw std::runtime_error("not finite");
        });
        ASSERT_FALSE(error.starts_with("not an Error")) << "seed " << seed << ": " << error;
        ++(error == "nothing was thrown" ? read : refused);
    }
    EXPECT_GT(read, 50);
    EXPECT_GT(refused, 150);
}

}  // namespace
}  // namespace whorl

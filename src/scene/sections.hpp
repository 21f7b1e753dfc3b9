#pragma once
// The sections of a scene file as they are read, before they become settings.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scene/values.hpp"

namespace whorl::scene {

struct SideText {
    Side::Kind kind = Side::Kind::wall;
    std::optional<GivenVector> velocity{};
    std::map<std::string, double> held{};
    Origin from{};
};

struct BoundaryText {
    std::optional<SideText> left{}, right{}, bottom{}, top{}, back{}, front{};
    std::optional<SideText> sides{};  // left, right, back and front, unless they are there themselves
    std::optional<SideText> all{};    // whatever is not there otherwise
};

struct CarriedText {
    std::string name{};
    double decay = 0, diffusion = 0;
    Advection advection = Carried{}.advection;
    std::optional<Given> initial{};
};

struct InitialText {
    std::optional<GivenVector> velocity{};
};

struct SourceText {
    std::optional<Shape> where{};
    std::vector<std::pair<std::string, Given>> amounts{};
    std::optional<GivenVector> velocity{};
    Mode mode = Mode::add;
    std::optional<double> rate{};
    Window during{};
    Origin from{};
};

struct ForceText {
    std::optional<Shape> where{};
    std::optional<GivenVector> acceleration{}, velocity{};
    std::optional<double> rate{};
    Window during{};
    Origin from{};
};

struct ObstacleText {
    std::optional<Shape> shape{};
    std::optional<GivenVector> shift{};
    std::optional<Given> turn{};
    std::optional<Vec3> pivot{};
    Vec3 axis{0, 0, 1};
    Obstacle::Surface surface = Obstacle::Surface::no_slip;
    std::map<std::string, double> held{};
    std::string name{};
    Origin from{};
};

struct OutputText {
    std::vector<Output> kinds{};  // one, if all is well
    Schedule every{};
    Origin from{};
};

struct ProbeText {
    Probe probe{};
    int lines = 0;  // that it was given: a probe has at most one
    std::string obstacle{};
    Origin from{};
};

struct Domain {
    std::vector<double> size{};
    std::vector<int> cells{128};
};

/// The whole file.
struct Draft {
    std::string title{};
    Domain domain{};
    Time time{};
    Fluid fluid{};
    BoundaryText boundary{};
    std::vector<CarriedText> carried{};
    InitialText initial{};
    std::vector<SourceText> sources{};
    std::vector<ForceText> forces{};
    std::vector<ObstacleText> obstacles{};
    Solver solver{};
    std::vector<ProbeText> probes{};
    std::vector<OutputText> outputs{};
    SceneCamera camera{};
    Checkpoints checkpoint{};
};

/// All keys of a scene file.
const Keys<Draft>& scene_file_keys();

// What scene_file_keys is made of.
Read<Domain> domain();
const Keys<Time>& time_keys();
const Keys<Fluid>& fluid_keys();
const Keys<BoundaryText>& boundary_keys();
const Keys<InitialText>& initial_keys();
const Keys<Solver>& solver_keys();
const Keys<SourceText>& source_keys();
const Keys<ForceText>& force_keys();
const Keys<ObstacleText>& obstacle_keys();
const Keys<ProbeText>& probe_keys();
const Keys<OutputText>& output_keys();
const Keys<SceneCamera>& camera_keys();
const Keys<Checkpoints>& checkpoint_keys();
Read<std::vector<CarriedText>> carried_quantities();

using ReadShape = Read<std::optional<Shape>>;
struct ShapeSort {
    std::string name;
    ReadShape read;
};
const std::vector<ShapeSort>& shape_sorts();
// Those of them that come from files or formulas.
ReadShape mesh_shape();
ReadShape mask_shape();
ReadShape distance_shape();

/// The keys of a section that has a shape: one for each sort of shape, then its own. What is inside of shapes is the
/// same everywhere, and named once: "sphere.radius".
template <class T>
std::vector<Key<T>> with_shape(std::optional<Shape> T::*member, std::vector<Key<T>> own) {
    std::vector<Key<T>> keys;
    for (const ShapeSort& sort : shape_sorts()) keys.push_back(key(sort.name, member, ReadShape{sort.read.read}));
    keys.insert(keys.end(), own.begin(), own.end());
    return keys;
}

/// The sections as a scene. What can not be right about them together is reported.
Scene assemble(Draft&& draft, Reading& r);
/// The part of it that is about files: outputs, probes, camera, checkpoints.
void add_results(Draft& draft, Reading& r, Scene& scene);

}  // namespace whorl::scene

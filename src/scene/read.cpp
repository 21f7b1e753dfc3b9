// From the text of a scene file to a scene, or to all that is wrong with it.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "engine.hpp"
#include "exec/memory.hpp"
#include "kernels/shapes.hpp"
#include "scene/sections.hpp"

namespace whorl {

namespace scene {

namespace {

/// The sides, and which axes are periodic: shapes that are read later want to know.
Read<BoundaryText> boundary() {
    Read<BoundaryText> plain = table(boundary_keys());
    return {[read = plain.read](Reading& r, const Spot& s, BoundaryText& into) {
                read(r, s, into);
                const std::optional<SideText>* low[] = {&into.left, &into.bottom, &into.back};
                for (std::size_t a = 0; a < 3; ++a) {
                    const std::optional<SideText>& own = *low[a] ? *low[a] : a != 1 && into.sides ? into.sides : into.all;
                    r.periodic[a] = own && own->kind == Side::Kind::periodic;
                }
            },
            plain.inside};
}

}  // namespace

const Keys<Draft>& scene_file_keys() {
    static const Keys<Draft> keys(
        "a scene",
        {key("title", &Draft::title, line(200)),
         // All that follows depends on the domain.
         key("domain", &Draft::domain, domain(), "add [domain] with, say, size = [1, 2] (m)"),
         key("time", &Draft::time, table(time_keys())), key("fluid", &Draft::fluid, table(fluid_keys())),
         key("boundary", &Draft::boundary, boundary()),
         key("carried", &Draft::carried, carried_quantities()), key("initial", &Draft::initial, table(initial_keys())),
         key("source", &Draft::sources, tables(source_keys())), key("force", &Draft::forces, tables(force_keys())),
         key("obstacle", &Draft::obstacles, tables(obstacle_keys())),
         key("solver", &Draft::solver, table(solver_keys())), key("probe", &Draft::probes, tables(probe_keys())),
         key("output", &Draft::outputs, tables(output_keys())), key("camera", &Draft::camera, table(camera_keys())),
         key("checkpoint", &Draft::checkpoint, table(checkpoint_keys()))});
    return keys;
}

namespace {

/// What the checks of the settings find that no key alone shows. Each line starts with the name of a setting, which
/// leads to its place in the file; what follows from an error on the same line is left out.
void add_findings(Reading& r, const std::string& findings) {
    std::istringstream lines(findings);
    for (std::string line; std::getline(lines, line);) {
        std::string path = line.substr(0, line.find_first_of(" :"));
        if (path == "size" || path == "cells") path = "domain." + path, line = "domain." + line;
        const Place at = r.place_of(path);
        if (!r.report.has(at)) r.report.error(at, line);
    }
}

void check_settings(Reading& r, const Settings& settings) {
    if (!r.domain_known) return;
    try {
        validate(settings);
    } catch (const Error& e) { add_findings(r, e.what()); }
}

void check_memory(Reading& r, const Scene& scene) {
    if (!r.report.clean()) return;
    const Place at = r.place_of("domain.cells");
    try {
        const double needed = static_cast<double>(memory_needed(scene)),
                     there = static_cast<double>(available_memory());
        if (there > 0 && needed > there) {
            char text[200];
            std::snprintf(text, sizeof text, "the scene needs %.3g GB of memory and %.3g GB are free; use fewer cells",
                          1e-9 * needed, 1e-9 * there);
            r.report.error(at, text);
        }
    } catch (const std::exception& e) { r.report.error(at, e.what()); }
}

/// The file, what was changed in it, and what is in the files it names.
std::string text_with(std::string_view text, const std::vector<Override>& overrides,
                      const std::map<std::string, std::uint64_t>& files) {
    std::string all(text);
    for (const Override& o : overrides) all += "\n# --set " + o.key + "=" + o.value;
    for (const auto& [name, hash] : files) {
        char number[20];
        std::snprintf(number, sizeof number, "%016llx", static_cast<unsigned long long>(hash));
        all += "\n# " + name + " " + number;
    }
    return all;
}

}  // namespace

}  // namespace scene

Scene read_scene(std::string_view text, const std::string& file, const std::vector<Override>& overrides) {
    using namespace scene;
    const std::filesystem::path path(file);
    Report report;
    std::optional<Node> root = parse_toml(text, report);
    report.throw_if_any(file, overrides);
    for (std::size_t k = 0; k < overrides.size(); ++k) apply_override(*root, overrides[k], static_cast<int>(k), report);

    Reading reading{.report = report, .folder = path.parent_path().string()};
    Draft draft;
    scene_file_keys().read(reading, {*root, ""}, draft);
    Scene scene = assemble(std::move(draft), reading);
    check_settings(reading, scene.settings);
    check_memory(reading, scene);
    report.throw_if_any(file, overrides);

    scene.name = path.stem().string();
    if (scene.title.empty()) scene.title = scene.name;
    scene.text = text_with(text, overrides, reading.files);
    scene.warnings = report.warnings(file, overrides);
    return scene;
}

Scene load_scene(const std::string& path, const std::vector<Override>& overrides) {
    std::error_code error;
    std::ifstream file(path, std::ios::binary);
    if (!file || !std::filesystem::is_regular_file(path, error))
        throw Error(path + ": the file can not be read; check its name and that you may read it");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return read_scene(text, path, overrides);
}

namespace {

/// Bytes of all meshes and lattices, which the settings keep beside what the simulation has of them.
double model_bytes(const Settings& s) {
    std::set<const Model*> all;
    const auto add = [&](const Shape& shape) {
        if (!shape.models()) return;
        for (const auto& model : shape.models()->all) all.insert(model.get());
    };
    for (const Source& one : s.sources) add(one.where);
    for (const Force& one : s.forces) add(one.where);
    for (const Obstacle& one : s.obstacles) add(one.shape);
    double bytes = 0;
    for (const Model* one : all) bytes += static_cast<double>(one->bytes());
    return bytes;
}

}  // namespace

std::size_t memory_needed(const Scene& scene) {
    const Settings& s = scene.settings;
    double bytes = static_cast<double>(memory_needed(s)) + model_bytes(s), cells = 1;
    for (const int n : cells_of(s)) cells *= n;
    // A checkpoint is held as it was saved, as it is packed and as it is read back.
    const auto fields = static_cast<double>(s.size.size() + 1 + s.carried.size());
    bytes += 3 * sizeof(float) * cells * fields + 64e6;  // and the program itself
    double pictures = 0, copies = 0;
    for (const Output& o : scene.outputs) {
        const double longer = o.pixels > 0 ? o.pixels : 1024;
        if (o.fields.empty()) pictures = std::max(pictures, longer * longer);
        copies = std::max(copies, static_cast<double>(o.fields.size()) * (o.fields.empty() ? 0 : 3));
    }
    // What waits to be written: a few pictures in float, and fields.
    bytes += 80 * pictures + 4 * sizeof(float) * cells * copies;
    if (pictures > 0 && s.size.size() == 3) bytes += 100 * cells;
    return static_cast<std::size_t>(bytes);
}

std::vector<std::string> scene_keys() {
    std::vector<std::string> all = scene::scene_file_keys().names();
    for (const scene::ShapeSort& sort : scene::shape_sorts())
        for (const std::string& name : sort.read.inside)
            if (!name.empty()) all.push_back(sort.name + "." + name);
    return all;
}

}  // namespace whorl

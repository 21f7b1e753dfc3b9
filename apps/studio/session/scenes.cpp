#include <session/scenes.hpp>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace studio {

namespace {

constexpr const char* first_name = "stir";

/// Cells that run at an interactive rate on a few cores.
constexpr double most_in_plane = 100e3, most_in_box = 150e3;

int interactive_cells(const Open& open) {
    const whorl::Scene scene = whorl::read_scene(open.text, open.name);
    const std::vector<int> cells = whorl::cells_of(scene.settings);
    double count = 1;
    for (const int n : cells) count *= n;
    const double most = cells.size() == 2 ? most_in_plane : most_in_box;
    if (count <= most) return 0;
    const double less = std::pow(most / count, 1.0 / static_cast<double>(cells.size()));
    const int longest = *std::max_element(cells.begin(), cells.end());
    return std::max(8, static_cast<int>(longest * less) / 8 * 8);  // multigrid likes to halve
}

Open sized(Open open, int cells) {
    open.cells = cells > 0 ? cells : cells < 0 ? 0 : interactive_cells(open);
    return open;
}

}  // namespace

Open first_scene() { return scene_named(first_name); }

Open scene_named(const std::string& name, int cells) {
    std::vector<std::string> known;
    for (const whorl::BuiltInScene& one : whorl::built_in_scenes()) {
        if (one.name == name) return sized({name, std::string(one.text), 0}, cells);
        known.emplace_back(one.name);
    }
    std::ifstream file(name);
    if (!file || std::filesystem::is_directory(name))
        throw whorl::Error("there is no scene \"" + name + "\", neither built in nor as a file" +
                           whorl::did_you_mean(name, known) + "; `whorl scenes` lists the built-in ones");
    std::ostringstream text;
    text << file.rdbuf();
    return sized({name, text.str(), 0}, cells);
}

std::vector<Offered> offered_scenes() {
    std::vector<Offered> all;
    for (const bool album : {false, true})
        for (const whorl::BuiltInScene& one : whorl::built_in_scenes())
            if (one.album == album) all.push_back({std::string(one.name), std::string(one.title)});
    const auto first = std::find_if(all.begin(), all.end(), [](const Offered& one) { return one.name == first_name; });
    std::rotate(all.begin(), first, first + 1);
    return all;
}

std::string errors_in(const Open& open) {
    try {
        paintable(open);
        return "";
    } catch (const std::exception& e) { return e.what(); }
}

void save_scene(const std::string& path, const std::string& text) {
    const std::string part = path + ".part";
    std::ofstream file(part);
    file << text;
    file.close();
    if (file && std::rename(part.c_str(), path.c_str()) == 0) return;
    const std::string why = std::strerror(errno);
    std::remove(part.c_str());
    throw whorl::Error(path + ": can not be written (" + why + "); choose another place");
}

whorl::Scene paintable(const Open& open) {
    std::vector<whorl::Override> overrides;
    if (open.cells != 0) overrides.push_back({"domain.cells", std::to_string(open.cells)});
    whorl::Scene scene = whorl::read_scene(open.text, open.name, overrides);
    whorl::Settings& s = scene.settings;
    const auto carried = [&](const std::string& name) {
        return std::any_of(s.carried.begin(), s.carried.end(), [&](const auto& q) { return q.name == name; });
    };
    // No more than there is a use for: each quantity costs as much as a component of the velocity.
    std::vector<std::string> wanted{"heat"};
    if (!carried("red")) wanted.emplace_back("smoke");
    for (const std::string& name : wanted) {
        if (carried(name)) continue;
        s.carried.push_back({.name = name, .decay = 0.1});
        if (name == "heat") s.fluid.buoyancy.emplace("heat", 0.1);
    }
    if (s.solver.pressure == whorl::Pressure::fft || s.solver.pressure == whorl::Pressure::cyclic_reduction)
        s.solver.pressure = whorl::Pressure::automatic;  // direct ones know no bodies, and walls can be painted
    s.solver.budget_ms = 0;                              // what depends on the clock can not be played again
    return scene;
}

double step_of(const whorl::Scene& scene) {
    return 1 / (scene.time.fps * (scene.time.cfl > 0 ? 1 : std::max(1, scene.time.steps_per_frame)));
}

}  // namespace studio

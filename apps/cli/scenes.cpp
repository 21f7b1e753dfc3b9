#include "scenes.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "input.hpp"

namespace cli {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const whorl::BuiltInScene& one : whorl::built_in_scenes()) all.emplace_back(one.name);
    return all;
}

/// Whether a word means a file: it names one that is there, or looks like one.
bool means_file(const std::string& name) {
    std::error_code ignored;
    return name.ends_with(".toml") || name.find('/') != std::string::npos || fs::is_regular_file(name, ignored);
}

std::string listed(const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& w : words) list += (list.empty() ? "" : ", ") + w;
    return list;
}

const char* what(const whorl::Output& o) {
    switch (o.kind) {
        case whorl::Output::Kind::png: return "png";
        case whorl::Output::Kind::exr: return "exr";
        case whorl::Output::Kind::vdb: return "vdb";
        case whorl::Output::Kind::movie: return "movie";
    }
    return "";
}

}  // namespace

whorl::Scene scene_named(const std::string& name, const std::vector<whorl::Override>& overrides) {
    try {
        // A built-in name wins over a file without ending: "./plume" means the file.
        for (const whorl::BuiltInScene& one : whorl::built_in_scenes())
            if (one.name == name) return whorl::read_scene(one.text, std::string(one.name), overrides);
        if (means_file(name)) return whorl::load_scene(name, overrides);
    } catch (const whorl::Error& e) { throw BadInput(e.what()); }
    throw BadInput("there is no scene \"" + name + "\"" + whorl::did_you_mean(name, names()) + "\nname a file, or one of " +
                   listed(names()));
}

whorl::Override override_of(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos)
        throw BadInput("--set " + text + ": give a key of the scene and its value, as in --set fluid.viscosity=0.01");
    return {text.substr(0, equals), text.substr(equals + 1)};
}

void print_scenes() {
    const auto list = [](bool album) {
        for (const whorl::BuiltInScene& one : whorl::built_in_scenes())
            if (one.album == album)
                std::printf("%-18.*s%.*s\n", static_cast<int>(one.name.size()), one.name.data(),
                            static_cast<int>(one.title.size()), one.title.data());
    };
    list(false);
    std::printf("\nExperiments, which docs/album compares with published numbers:\n");
    list(true);
    std::printf("\n`whorl run NAME` makes a film of one; `whorl new NAME` writes a scene of your own to start from.\n");
}

void write_new_scene(const std::string& given) {
    const std::string path = given.ends_with(".toml") ? given : given + ".toml";
    const std::string name = fs::path(path).stem().string();
    const auto fine = [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_' || c == '.' || c == ' '; };
    if (name.empty() || name.front() == '.' || !std::all_of(name.begin(), name.end(), fine))
        throw BadInput("new " + given + ": use letters, digits, - and _ for the name of a scene");
    // "x": fails where there is one already; nobody's scene is lost.
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wx"), &std::fclose);
    if (!file && errno == EEXIST)
        throw BadInput("new " + given + ": there is a file \"" + path + "\" already; choose another name");
    const std::string text = whorl::new_scene(name);
    if (!file || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() || std::fflush(file.get()) != 0) {
        const std::string reason = std::strerror(errno);
        if (file) std::remove(path.c_str());
        throw std::runtime_error("new " + given + ": can not write \"" + path + "\": " + reason);
    }
    std::printf("%s is a scene to start from. Change it, then:\n  whorl run %s\n", path.c_str(), path.c_str());
}

void print_check(const whorl::Scene& scene) {
    const whorl::Settings& s = scene.settings;
    std::string cells;
    double count = 1;
    for (const int n : whorl::cells_of(s)) {
        count *= n;
        cells += (cells.empty() ? "" : " x ") + std::to_string(n);
    }
    std::string carried, outputs, probes;
    for (const whorl::Carried& q : s.carried) carried += (carried.empty() ? "" : ", ") + q.name;
    for (const whorl::Output& o : scene.outputs) {
        outputs += (outputs.empty() ? "" : ", ") + std::string(what(o)) + " of ";
        outputs += o.fields.empty() ? o.show : listed(o.fields);
    }
    for (const whorl::Probe& p : scene.probes) probes += (probes.empty() ? "" : ", ") + p.name;
    char steps[64];
    if (scene.time.cfl > 0)
        std::snprintf(steps, sizeof steps, "so many steps that cfl <= %g", scene.time.cfl);
    else
        std::snprintf(steps, sizeof steps, "%d step%s", scene.time.steps_per_frame,
                      scene.time.steps_per_frame == 1 ? "" : "s");
    std::printf("%s: %s\n", scene.name.c_str(), scene.title.c_str());
    std::printf("cells    %s (%.3g million)\n", cells.c_str(), 1e-6 * count);
    std::printf("time     %d frames of %s, %g s in all\n", scene.time.frames, steps,
                scene.time.frames / scene.time.fps);
    std::printf("carried  %s\n", carried.empty() ? "nothing" : carried.c_str());
    std::printf("outputs  %s\n", outputs.empty() ? "none" : outputs.c_str());
    std::printf("probes   %s\n", probes.empty() ? "none" : probes.c_str());
    std::printf("memory   %.0f MB at most\n", 1e-6 * static_cast<double>(whorl::memory_needed(scene)));
    for (const std::string& one : scene.warnings) std::printf("warning: %s\n", one.c_str());
    std::printf("The scene is good.\n");
}

}  // namespace cli

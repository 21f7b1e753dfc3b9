// Outputs, probes and the camera of a scene, looked at together with the rest of it.

#include <algorithm>
#include <set>

#include "scene/sections.hpp"

namespace whorl::scene {

namespace {

class Results {
  public:
    Results(Draft& draft, Reading& r, Scene& scene) : d_(draft), r_(r), scene_(scene) {}

    void run() {
        for (const OutputText& one : d_.outputs) output(one);
        for (ProbeText& one : d_.probes) probe(one);
        camera();
        scene_.checkpoint = d_.checkpoint;
    }

  private:
    void error(const std::string& path, const std::string& text) {
        r_.report.error(r_.place_of(path), path + " " + text);
    }

    // ---- Outputs ----------------------------------------------------------------------------------------------------

    static std::string name(Output::Kind kind) {
        using enum Output::Kind;
        return kind == png ? "png" : kind == exr ? "exr" : kind == vdb ? "vdb" : "movie";
    }

    void output(const OutputText& text) {
        if (text.kinds.empty()) r_.error(text.from, "is none of png, exr, vdb and movie; give one of them");
        if (text.kinds.size() > 1)
            r_.error(text.from, "is more than one of png, exr, vdb and movie; write [[output]] for each");
        for (Output one : text.kinds) {
            one.every = text.every;
            const std::string path = text.from.path + "." + name(one.kind);
            if (one.kind == Output::Kind::movie && one.every.unit != Schedule::Unit::frames)
                error(text.from.path + ".every",
                      "is not in frames; a movie has every frame or, say, every \"2 frames\"");
            if (one.fields.empty()) picture(one, path);
            for (std::size_t k = 0; k < one.fields.size(); ++k) field(one.fields[k], numbered(path, k));
            const std::string what = name(one.kind) + " of " + (one.fields.empty() ? in_quotes(one.show) : "fields");
            if (!files_.insert(what).second) r_.error(text.from, "is a second " + what + "; leave one of them out");
            scene_.outputs.push_back(std::move(one));
        }
    }

    void picture(const Output& one, const std::string& path) {
        const bool word = !r_.where.contains(path + ".show");
        const std::string show = word ? path : path + ".show";
        if (!one.show.empty()) shown(one.show, show);
        if (!one.image.empty() && one.show != "image") error(path + ".image", "is for show = \"image\"");
        if (one.tile && !periodic()) error(path + ".tile", "is for planes of which all sides are periodic");
        if (one.tile && one.legend) error(path + ".legend", "does not go with tile = true: copies would not fit side by side");
        if (!one.glow.empty()) use(one.glow, path + ".glow", {});
    }

    void shown(const std::string& show, const std::string& path) {
        static const std::vector<std::string> plane{"speed", "vorticity", "pressure", "divergence", "colours", "image"};
        const bool of_plane = std::find(plane.begin(), plane.end(), show) != plane.end();
        if (r_.dimension == 3 && of_plane)
            return error(path,
                         "is " + in_quotes(show) + ", which only a plane can show; in a box, show a carried quantity");
        if (!of_plane) return use(show, path, r_.dimension == 2 ? plane : std::vector<std::string>{});
        if (show == "colours") use("red", path, {});
        if (show == "image") texture();
    }
    /// An image needs coordinates that move.
    void texture() {
        for (const Carried& q : texture_coordinates(r_.dimension))
            if (std::none_of(d_.carried.begin(), d_.carried.end(), [&](auto& have) { return have.name == q.name; }))
                d_.carried.push_back({.name = q.name});
    }

    void field(const std::string& field, const std::string& path) {
        if (field == "velocity" || field == "pressure") return;
        use(field, path, {"velocity", "pressure"});
    }

    bool periodic() const {
        const Boundary& b = scene_.settings.boundary;
        const Side* sides[] = {&b.left, &b.right, &b.bottom, &b.top};
        return r_.dimension == 2 && std::all_of(std::begin(sides), std::end(sides),
                                                [](const Side* s) { return s->kind == Side::Kind::periodic; });
    }

    void use(const std::string& quantity, const std::string& path, std::vector<std::string> words) {
        r_.uses.push_back({quantity, r_.place_of(path), "quantity", path, std::move(words)});
    }

    // ---- Probes -----------------------------------------------------------------------------------------------------

    void probe(ProbeText& text) {
        Probe& one = text.probe;
        if (!one.name.empty() && !is_name(one.name))
            error(text.from.path + ".name",
                  "is " + in_quotes(one.name) + "; use letters, digits, - and _, and start with a letter");
        else if (!one.name.empty() && !probes_.insert(one.name).second)
            error(text.from.path + ".name",
                  "is " + in_quotes(one.name) + ", which another probe has; each needs its own");
        if (text.lines > 1) r_.error(text.from, "has a line and a point; write [[probe]] for each");
        if (!text.obstacle.empty()) obstacle(text);
        for (std::size_t k = 0; k < one.record.size(); ++k)
            record(one, one.record[k], numbered(text.from.path + ".record", k));
        scene_.probes.push_back(std::move(one));
    }

    void obstacle(ProbeText& text) {
        std::vector<std::string> names;
        for (const ObstacleText& one : d_.obstacles)
            if (!one.name.empty()) names.push_back(one.name);
        const std::string path = text.from.path + ".obstacle";
        if (text.lines > 0) return error(path, "does not go with a line or a point; write [[probe]] for each");
        const std::vector<Obstacle>& all = scene_.settings.obstacles;
        const auto found = std::find_if(all.begin(), all.end(), [&](const Obstacle& o) { return o.name == text.obstacle; });
        if (found != all.end()) text.probe.obstacle = static_cast<int>(found - all.begin());
        else if (std::find(names.begin(), names.end(), text.obstacle) == names.end())
            error(path, "is " + in_quotes(text.obstacle) + ", and no obstacle has that name" + did_you_mean(text.obstacle, names) +
                            (names.empty() ? "; give it one, as in name = \"cylinder\"" : " (" + listed(names) + ")"));
    }

    void record(const Probe& probe, const std::string& word, const std::string& path) {
        static const std::vector<std::string> of_obstacle{"force", "pressure-force", "friction", "torque"};
        const bool is_of_obstacle = std::find(of_obstacle.begin(), of_obstacle.end(), word) != of_obstacle.end();
        if (probe.obstacle >= 0 && !is_of_obstacle)
            return error(path, "is " + in_quotes(word) + ", which is nothing of an obstacle" + did_you_mean(word, of_obstacle) +
                                   " (" + listed(of_obstacle) + ")");
        if (is_of_obstacle) {
            if (probe.obstacle < 0 && !r_.where.contains(path.substr(0, path.find(".record")) + ".obstacle"))
                error(path, "is " + in_quotes(word) + " of which obstacle? Give its name, as in obstacle = \"cylinder\"");
            return;
        }
        static const std::vector<std::string> along{"velocity", "speed", "pressure"};
        static const std::vector<std::string> totals{"kinetic-energy", "enstrophy", "max-divergence", "max-speed"};
        const bool is_total =
            word.starts_with("total ") || std::find(totals.begin(), totals.end(), word) != totals.end();
        if (probe.has_line && is_total)
            return error(path, "is " + in_quotes(word) +
                                   ", which belongs to the whole fluid; leave line and point out to record it");
        if (probe.has_line && std::find(along.begin(), along.end(), word) == along.end()) return use(word, path, along);
        if (probe.has_line || (is_total && !word.starts_with("total "))) return;
        if (is_total) return use(word.substr(6), path, {});
        std::vector<std::string> words = totals;
        words.push_back("total <quantity>");
        const bool needs_line = std::find(along.begin(), along.end(), word) != along.end();
        error(path,
              "is " + in_quotes(word) +
                  (needs_line ? ", which needs a line or a point" : ", which is no total" + did_you_mean(word, words)) +
                  " (" + listed(words) + ")");
    }

    // ---- Camera -----------------------------------------------------------------------------------------------------

    void camera() {
        SceneCamera& camera = scene_.camera = d_.camera;
        const bool from = r_.where.contains("camera.from"), to = r_.where.contains("camera.to");
        camera.given = from && to;
        if (from != to)
            error(from ? "camera.from" : "camera.to",
                  from ? "needs camera.to as well: where it looks" : "needs camera.from as well: where it stands");
        if (camera.given && camera.from == camera.to && !r_.report.has(r_.where["camera.to"]))
            error("camera.to", "is camera.from; a camera looks at another place than its own");
        if (r_.where.contains("camera.light") && camera.light == Vec3{} && !r_.report.has(r_.where["camera.light"]))
            error("camera.light", "is 0; give the direction towards the light");
    }

    Draft& d_;
    Reading& r_;
    Scene& scene_;
    std::set<std::string> files_, probes_;
};

}  // namespace

void add_results(Draft& draft, Reading& r, Scene& scene) { Results(draft, r, scene).run(); }

}  // namespace whorl::scene

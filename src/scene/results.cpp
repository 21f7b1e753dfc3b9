// What a run leaves: time, probes, outputs, the camera, checkpoints.

#include <cmath>
#include <filesystem>

#include "scene/sections.hpp"

namespace whorl::scene {

namespace {

Read<Schedule> schedule() {
    return {[](Reading& r, const Spot& s, Schedule& into) {
        const char* wanted = "\"1 frame\", \"2 frames\", \"1 step\", \"0.5 s\" or \"end\"";
        using enum Schedule::Unit;
        if (s.node.kind != Node::Kind::text) return void(r.wrong(s, wanted));
        if (s.node.text == "end") return void(into = {end, 0});
        const std::optional<Measure> m = measure(s.node.text);
        if (!m) return void(r.wrong(s, wanted));
        const bool of_frames = m->unit == "frame" || m->unit == "frames";
        const bool of_steps = m->unit == "step" || m->unit == "steps";
        if (!of_frames && !of_steps && m->unit != "s") return void(r.wrong(s, wanted));
        const bool countable = m->number >= 1 && m->number <= 1e9 && m->number == std::floor(m->number);
        if (of_frames || of_steps ? !countable : !(m->number > 0 && m->number <= 1e9))
            return r.error(
                s, "is " + shown(s.node) + "; frames and steps are counted from 1, and seconds are more than 0");
        into = {of_frames ? frames : of_steps ? steps : seconds, m->number};
    }};
}

// ---- Outputs --------------------------------------------------------------------------------------------------------

const Keys<Output>& picture_keys() {
    static const Keys<Output> keys(
        "a picture",
        {key("show", &Output::show, line(64), "say what to show, as in show = \"smoke\""),
         key("pixels", &Output::pixels, whole(16, 16384)), key("range", &Output::range, positive(1e15)),
         key("ground", &Output::ground, choice<Ground>("ground", {Ground::dark, Ground::light}, {"dark", "light"})),
         key("legend", &Output::legend, flag()), key("tile", &Output::tile, flag()),
         key("image", &Output::image, existing_file()), key("glow", &Output::glow, line(64)),
         key("glow_range", &Output::glow_range, positive(1e15)),
         key("extinction", &Output::extinction, positive(1e9))});
    return keys;
}

/// A table, or only the word for what it shows. An image that is a picture or holds fields has a list for the latter.
Read<std::vector<Output>> output(Output::Kind kind) {
    const bool of_fields = kind == Output::Kind::vdb || kind == Output::Kind::exr, picture = kind != Output::Kind::vdb;
    return {[=](Reading& r, const Spot& s, std::vector<Output>& into) {
        Output& one = into.emplace_back();
        one.kind = kind;
        if (of_fields && (!picture || s.node.kind == Node::Kind::list))
            words().read(r, s, one.fields);
        else if (s.node.kind == Node::Kind::text)
            line(64).read(r, s, one.show);
        else if (r.is_table(s, "a word for what it shows, or a table as in { show = \"smoke\" }"))
            picture_keys().read(r, s, one);
    }};
}

// ---- Probes ---------------------------------------------------------------------------------------------------------

struct Line {
    Vec3 from{}, to{};
    int samples = 0;
};

const Keys<Line>& line_keys() {
    static const Keys<Line> keys(
        "a line",
        {key("from", &Line::from, place(), "give one end (m)"), key("to", &Line::to, place(), "give the other end (m)"),
         key("samples", &Line::samples, whole(2, 1000000), "say how many values to record")});
    return keys;
}

/// Values can only be had inside of the domain.
void require_inside(Reading& r, const Spot& s, const std::string& name, Vec3 p) {
    if (!r.domain_known) return;
    std::string domain;
    bool inside = true;
    for (int a = 0; a < r.dimension; ++a) {
        const double length = r.size[static_cast<std::size_t>(a)];
        inside &= p[a] >= 0 && p[a] <= length;
        domain += (a == 0 ? "0 to " : ", 0 to ") + text(length);
    }
    if (inside) return;
    const Entry* entry = name.empty() ? nullptr : s.node.find(name);
    std::string at = "[" + text(p.x) + ", " + text(p.y) + (r.dimension == 3 ? ", " + text(p.z) : "") + "]";
    r.error(entry ? s.in(*entry) : s, "is " + at + ", outside of the domain (" + domain + " m)");
}

void read_line(Reading& r, const Spot& s, ProbeText& into) {
    const std::size_t before = r.report.count();
    Line line;
    line_keys().read(r, s, line);
    if (r.report.count() == before) require_inside(r, s, "from", line.from), require_inside(r, s, "to", line.to);
    into.lines += 1;
    into.probe.has_line = true;
    into.probe.from = line.from, into.probe.to = line.to, into.probe.samples = line.samples;
}

void read_point(Reading& r, const Spot& s, ProbeText& into) {
    const std::size_t before = r.report.count();
    Vec3 at{};
    place().read(r, s, at);
    if (r.report.count() == before) require_inside(r, s, "", at);
    into.lines += 1;
    into.probe.has_line = true;
    into.probe.from = into.probe.to = at;
    into.probe.samples = 1;
}

/// A reader of a member, as a reader of what holds it.
template <class M>
Read<ProbeText> of_probe(M Probe::*member, Read<M> read) {
    return {[=](Reading& r, const Spot& s, ProbeText& into) { read.read(r, s, into.probe.*member); }};
}

}  // namespace

const Keys<Time>& time_keys() {
    static const Keys<Time> keys(
        "[time]", {key("frames", &Time::frames, whole(1, 1000000)), key("fps", &Time::fps, number(1e-6, 1e6)),
                   key("steps_per_frame", &Time::steps_per_frame, whole(1, 1000000)),
                   key("cfl", &Time::cfl, number(0.01, 1000))});
    return keys;
}

const Keys<OutputText>& output_keys() {
    using enum Output::Kind;
    static const Keys<OutputText> keys = [] {
        std::vector<std::string> inside;
        for (const std::string& name : picture_keys().names()) inside.push_back("<picture>." + name);
        return Keys<OutputText>(
            "[[output]]",
            {key("png", &OutputText::kinds, output(png)), key("exr", &OutputText::kinds, output(exr)),
             key("vdb", &OutputText::kinds, output(vdb)), key("movie", &OutputText::kinds, output(movie)),
             key("every", &OutputText::every, schedule())},
            {}, inside);
    }();
    return keys;
}

const Keys<ProbeText>& probe_keys() {
    static const Keys<ProbeText> keys(
        "[[probe]]",
        {{"name", of_probe(&Probe::name, line(64)), "give it one: its values go to a file of that name"},
         {"line", {read_line, line_keys().names()}},
         {"point", {read_point}},
         {"record", of_probe(&Probe::record, words()), "say what to record, as in record = [\"velocity\"]"},
         {"obstacle", {[](Reading& r, const Spot& s, ProbeText& into) { line(64).read(r, s, into.obstacle); }}},
         {"every", of_probe(&Probe::every, schedule())}});
    return keys;
}

const Keys<SceneCamera>& camera_keys() {
    static const Keys<SceneCamera> keys(
        "[camera]",
        {key("from", &SceneCamera::from, place()), key("to", &SceneCamera::to, place()),
         key("light", &SceneCamera::light, vector(1e9)), key("angle", &SceneCamera::angle, number(1, 170))});
    return keys;
}

const Keys<Checkpoints>& checkpoint_keys() {
    static const Read<double> interval{[](Reading& r, const Spot& s, double& into) {
        const char* wanted = "a time by the clock, as in \"10 s\", \"5 min\" or \"1 h\", or \"never\"";
        if (s.node.kind != Node::Kind::text) return void(r.wrong(s, wanted));
        if (s.node.text == "never") return void(into = 0);
        const std::optional<Measure> m = measure(s.node.text);
        const double unit = !m ? 0 : m->unit == "s" ? 1 : m->unit == "min" ? 60 : m->unit == "h" ? 3600 : 0;
        if (unit == 0) return void(r.wrong(s, wanted));
        if (!(m->number > 0 && m->number <= 1e9)) return r.error(s, "is " + shown(s.node) + "; it must be more than 0");
        into = m->number * unit;
    }};
    static const Keys<Checkpoints> keys("[checkpoint]", {key("every", &Checkpoints::every, interval)});
    return keys;
}

}  // namespace whorl::scene

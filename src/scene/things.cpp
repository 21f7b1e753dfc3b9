// What is put into the fluid: sources, forces, obstacles.

#include "scene/sections.hpp"

namespace whorl::scene {

namespace {

/// Two times, the earlier first; "end" stands for the end of the run.
Read<Window> window() {
    return {[](Reading& r, const Spot& s, Window& into) {
        const char* wanted = "a list of two times (s), as in [0, 2] or [2, \"end\"]";
        if (!r.is_list(s, wanted)) return;
        if (s.node.items.size() != 2) return void(r.wrong(s, wanted));
        const std::size_t before = r.report.count();
        Window times;
        number(-1e30, 1e30).read(r, s.item(0), times.from);
        const Spot to = s.item(1);
        if (!(to.node.kind == Node::Kind::text && to.node.text == "end")) number(-1e30, 1e30).read(r, to, times.to);
        if (r.report.count() != before) return;
        if (times.from > times.to)
            r.error(s, "is [" + text(times.from) + ", " + text(times.to) + "]; the earlier time comes first");
        else
            into = times;
    }};
}

Read<Mode> mode() { return choice<Mode>("mode", {Mode::add, Mode::set}, {"add", "set"}); }
Read<std::optional<double>> rate() { return maybe(number(0, 1e15)); }
Read<std::optional<GivenVector>> velocity() { return maybe(formulas(1e9, Variables::place_and_time)); }

}  // namespace

const Keys<SourceText>& source_keys() {
    static const std::vector<Key<SourceText>> own = with_shape(
        &SourceText::where, {key("velocity", &SourceText::velocity, velocity()), key("mode", &SourceText::mode, mode()),
                             key("rate", &SourceText::rate, rate()), key("during", &SourceText::during, window())});
    static const std::vector<std::string> names = Keys<SourceText>("", own).known();
    static const Keys<SourceText> keys("[[source]]", own,
                                       [](Reading& r, const Spot& s, const Entry& entry, SourceText& into) {
                                           if (!r.use(entry, s, "[[source]]", names)) return;
                                           Given amount;
                                           formula(1e15, Variables::place_and_time).read(r, s.in(entry), amount);
                                           into.amounts.emplace_back(entry.key, std::move(amount));
                                       },
                                       {"<quantity>"});
    return keys;
}

const Keys<ForceText>& force_keys() {
    static const Keys<ForceText> keys(
        "[[force]]",
        with_shape(&ForceText::where,
                   {key("acceleration", &ForceText::acceleration, maybe(formulas(1e15, Variables::place_and_time))),
                    key("velocity", &ForceText::velocity, velocity()), key("rate", &ForceText::rate, rate()),
                    key("during", &ForceText::during, window())}));
    return keys;
}

const Keys<ObstacleText>& obstacle_keys() {
    using enum Obstacle::Surface;
    static const std::vector<Key<ObstacleText>> own = with_shape(
        &ObstacleText::shape,
        {key("shift", &ObstacleText::shift, maybe(formulas(1e9, Variables::time))),
         key("turn", &ObstacleText::turn, maybe(formula(1e9, Variables::time))), key("pivot", &ObstacleText::pivot, maybe(place())),
         key("axis", &ObstacleText::axis, vector(1e9)),
         key("surface", &ObstacleText::surface, choice<Obstacle::Surface>("surface", {no_slip, free_slip}, {"no-slip", "free-slip"})),
         key("name", &ObstacleText::name, line(64))});
    static const std::vector<std::string> names = Keys<ObstacleText>("", own).known();
    static const Keys<ObstacleText> keys("[[obstacle]]", own,
                                         [](Reading& r, const Spot& s, const Entry& entry, ObstacleText& into) {
                                             if (!r.use(entry, s, "[[obstacle]]", names)) return;
                                             number(-1e12, 1e12).read(r, s.in(entry), into.held[entry.key]);
                                         },
                                         {"<quantity>"});
    return keys;
}

}  // namespace whorl::scene

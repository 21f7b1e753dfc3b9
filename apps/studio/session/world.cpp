#include <session/world.hpp>

#include <algorithm>
#include <utility>

#include <session/brush.hpp>

namespace studio {

namespace {

constexpr std::size_t most_undo_bytes = std::size_t{256} << 20;
constexpr std::size_t most_kept_bytes = std::size_t{1} << 30;

}  // namespace

World::World(const Open& open, whorl::Device device) : device_(device) { perform(open); }

void World::apply(const Action& action) {
    std::visit([this](const auto& one) { perform(one); }, action);
}

void World::step(const std::function<void(std::string_view)>& after) {
    ++ticks_;
    settle();
    fluid_->step(tuned_.dt, after);
}

std::string World::complaint() { return std::exchange(complaint_, ""); }

void World::perform(const Open& open) {
    whorl::Scene scene = paintable(open);
    scene.settings.device = device_;
    whorl::Simulation fluid(scene.settings);
    const std::vector<int> written = whorl::cells_of(whorl::read_scene(open.text, open.name).settings);
    auto opened = std::make_shared<const Open>(open);
    // From here on nothing can fail.
    opened_ = std::move(opened);
    written_cells_ = {1, 1, 1};
    std::copy(written.begin(), written.end(), written_cells_.begin());
    tuned_ = {scene.settings, std::clamp(step_of(scene), 0.001, 0.2)};
    scene_ = std::move(scene);
    original_ = good_ = tuned_;
    tunables_ = studio::tunables(tuned_.settings);
    fluid_.emplace(std::move(fluid));
    walls_ = good_walls_ = Walls(fluid_->size(), fluid_->cells(), fluid_->dimension());
    stale_ = false;
    undo_.clear();
    kept_.clear();
}

void World::perform(const Stroke& given) {
    Stroke stroke = given;
    const Brush& brush = brush_named(stroke.brush);
    if (!tame(stroke, *fluid_)) return;
    settle();
    brush.apply({*fluid_, walls_}, stroke);
    stale_ = stale_ || brush.builds;
    if (brush.touches) note_touch();
}

void World::perform(const Begin&) {
    settle();
    undo_.push_back({state(), ticks_});
    std::size_t bytes = 0;
    for (const Gesture& one : undo_) bytes += one.before.bytes();
    while (bytes > most_undo_bytes && undo_.size() > 1) {
        bytes -= undo_.front().before.bytes();
        undo_.erase(undo_.begin());
    }
}

/// Walls are taken away from the fluid as it is by now. What was added to it has mixed with the rest since, and can
/// only be taken back together with it.
void World::perform(const Undo&) {
    if (undo_.empty()) return;
    settle();
    const Gesture& last = undo_.back();
    if (last.touched || last.tick == ticks_) {
        if (bring_back(last.before)) undo_.pop_back();
        return;
    }
    walls_ = last.before.walls;
    stale_ = true;
    if (settle()) undo_.pop_back();
}

void World::note_touch() {
    if (!undo_.empty()) undo_.back().touched = true;
}

const Tunable& World::tunable(const std::string& name) const {
    std::vector<std::string> known;
    for (const Tunable& one : tunables_) {
        if (one.name == name) return one;
        known.push_back(one.name);
    }
    throw whorl::Error("this scene has nothing to tune that is called \"" + name + "\"" +
                       whorl::did_you_mean(name, known));
}

void World::tune(const Tunable& one, double value) {
    value = allowed(one, value);
    if (value == one.get(tuned_)) return;
    one.set(tuned_, value);
    stale_ = stale_ || !one.live;
}

void World::perform(const Tune& to) { tune(tunable(to.name), to.value); }

void World::perform(const Nudge& by) {
    const Tunable& one = tunable(by.name);
    tune(one, one.get(tuned_) * by.factor + by.difference);
}

void World::perform(const Switch& to) {
    const Tunable& one = tunable(to.name);
    tune(one, one.get(tuned_) != 0 ? 0 : to.value);
}

void World::perform(const Reset&) {
    settle();
    note_touch();
    walls_ = good_walls_ = Walls(fluid_->size(), fluid_->cells(), fluid_->dimension());
    fluid_.emplace(with_walls());
}

void World::perform(const Still&) {
    settle();
    note_touch();
    const auto none = [](Vec3) { return 0.0; };
    fluid_->fill_velocity({none, none, none});
}

void World::perform(const Clear&) {
    settle();
    note_touch();
    for (const whorl::Carried& q : tuned_.settings.carried)
        if (q.name.rfind("texture-", 0) != 0) fluid_->fill(q.name, [](Vec3) { return 0.0; });
}

void World::perform(const Keep& keep) {
    settle();
    State now = state();
    std::size_t bytes = now.bytes();
    for (const auto& [name, one] : kept_) bytes += name == keep.name ? 0 : one.bytes();
    if (bytes > most_kept_bytes)
        throw whorl::Error("\"" + keep.name + "\" is not kept: states already take " +
                           std::to_string((bytes - now.bytes()) >> 20) + " MB; keep it under the name of another");
    kept_[keep.name] = std::move(now);
}

void World::perform(const Restore& restore) {
    const auto found = kept_.find(restore.name);
    if (found == kept_.end()) throw whorl::Error("no state was kept as \"" + restore.name + "\"; keep one first");
    settle();
    note_touch();
    bring_back(found->second);
}

whorl::Settings World::with_walls() const {
    whorl::Settings all = tuned_.settings;
    if (!walls_.empty()) all.obstacles.push_back(*walls_.obstacle());
    return all;
}

/// Changes the settings of the fluid where others are asked for. Many changes between two steps are one. It is called by steps and by whatever touches the fluid, never for a mere look at it: what a session does
/// must not depend on when someone looked.
/// False if the settings were refused: the last good ones are back, and whoever asked goes on with those.
bool World::settle() {
    if (!stale_) return true;
    stale_ = false;
    try {
        fluid_->change(with_walls());
        good_ = tuned_;
        good_walls_ = walls_;
        return true;
    } catch (const std::exception& e) {  // bad_alloc as well
        tuned_ = good_;
        walls_ = good_walls_;
        complaint_ = e.what();
        return false;
    }
}

World::State World::state() const { return {fluid_->save(), walls_}; }

bool World::bring_back(const State& state) {
    walls_ = state.walls;
    stale_ = true;
    if (!settle()) return false;
    fluid_->restore(state.fluid);
    return true;
}

std::vector<std::string> World::kept() const {
    std::vector<std::string> names;
    for (const auto& [name, state] : kept_) names.push_back(name);
    return names;
}

}  // namespace studio

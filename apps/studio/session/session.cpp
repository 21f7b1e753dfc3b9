#include <session/session.hpp>

#include <algorithm>
#include <cmath>

#include <whorl/picture.hpp>

namespace studio {

Session::Session(const Open& open, whorl::Device device) : Session(Recording{{{0, open}}, 0, 0}, device) {}

Session::Session(Recording recording, whorl::Device device)
    : world_(std::get<Open>(recording.actions.at(0).action), device), played_(std::move(recording)) {
    recording_.actions.push_back(played_.actions[0]);
    if (played_.actions.size() == 1 && played_.end == 0) played_.actions.clear();  // no more than a scene
    next_ = played_.actions.empty() ? 0 : 1;
    due_ = counted_ = Clock::now();
    publish();
    thread_ = std::jthread([this](std::stop_token stop) { run(std::move(stop)); });
}

Session::~Session() {
    if (thread_.joinable()) finish();
}

void Session::send(Action action) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(action));
    ++sent_;
    news_.notify_one();
}

void Session::wish(const Wish& wish) {
    const std::lock_guard lock(mutex_);
    if (wish_ == wish) return;
    wish_ = wish;
    news_.notify_one();
}

bool Session::up_to_date() {
    const std::lock_guard lock(mutex_);
    return shown().actions == sent_ && shown().wish == wish_;
}

Recording Session::finish() {
    thread_.request_stop();
    thread_.join();
    take_actions();  // those that came last
    recording_.end = world_.ticks();
    recording_.hash = world_.hash();
    return recording_;
}

void Session::run(std::stop_token stop) {
    stop_ = stop;
    while (!stop.stop_requested()) {
        take_recorded();
        news_to_show_ = take_actions() || news_to_show_;
        if (step_is_due()) step();
        // A picture is copied only when the last one was seen: a fast fluid is not slowed down by what nobody looks at.
        if (news_to_show_ && shown_.taken()) publish();
        std::unique_lock lock(mutex_);
        const bool idle = paused_ ? !step_is_due() : pace_ > 0 && Clock::now() < due_;
        if (!idle || !waiting_.empty()) continue;
        // Wakes up for actions; else for the next step, or to see whether the last picture was taken.
        const auto soon = Clock::now() + std::chrono::milliseconds(4);
        news_.wait_until(lock, stop, paused_ ? soon : std::min(due_, soon), [this] { return !waiting_.empty(); });
    }
}

bool Session::take_actions() {
    Wish wish;
    {
        const std::lock_guard lock(mutex_);
        taken_.swap(waiting_);
        wish = wish_;
    }
    const bool some = !taken_.empty() || !(wish == seen_);
    for (const Action& one : taken_) apply(one);
    taken_.clear();
    return some;
}

/// The actions of the recording whose tick has come; at its last tick, its end.
void Session::take_recorded() {
    if (played_.actions.empty()) return;
    const auto& all = played_.actions;
    for (; next_ < all.size() && all[next_].tick <= world_.ticks(); ++next_) {
        touch(all[next_].action);
        news_to_show_ = true;
    }
    if (world_.ticks() < played_.end) return;
    const bool same = played_.hash == 0 || played_.hash == world_.hash();
    tell(same ? "the recording ends here; press p to go on from it"
              : "the recording ends here in another state than it did: it was made by another version, or on a machine "
                "with other arithmetic");
    played_.actions.clear();
    paused_ = news_to_show_ = true;
}

void Session::take_over() {
    if (played_.actions.empty()) return;
    played_.actions.clear();
    tell("the recording ends here: from now on the fluid is yours");
}

void Session::apply(const Action& action) {
    ++actions_;
    if (const auto* pause = std::get_if<Pause>(&action)) {
        paused_ = pause->on;
        stages_due_ = 0;
        due_ = Clock::now();
    } else if (std::holds_alternative<PlayOrPause>(action)) {
        paused_ = !paused_;
        stages_due_ = 0;
        due_ = Clock::now();
    } else if (std::holds_alternative<StepOnce>(action)) {
        paused_ = true;
        ++single_steps_;
    } else if (std::holds_alternative<NextStage>(action)) {
        paused_ = true;
        ++stages_due_;
    } else if (const auto* pace = std::get_if<Pace>(&action)) {
        if (std::isfinite(pace->speed)) pace_ = std::clamp(pace->speed, 0.0, 100.0);
        due_ = Clock::now();
    } else if (const auto* wanted = std::get_if<Draw>(&action)) {
        draw(*wanted);
    } else {
        take_over();
        touch(action);
    }
}

void Session::draw(const Draw& wanted) {
    try {
        whorl::write_png(wanted.path,
                         whorl::plane_picture(world_.fluid(), {.quantity = wanted.show, .range = wanted.range}));
        drawn_ = wanted.path;
    } catch (const std::exception& e) { tell(e.what()); }
}

void Session::touch(const Action& action) {
    recording_.actions.push_back({world_.ticks(), action});
    try {
        world_.apply(action);
    } catch (const std::exception& e) {  // bad_alloc as well: a scene that is too large
        tell(e.what());
    }
    if (const std::string why = world_.complaint(); !why.empty()) tell(why);
}

bool Session::step_is_due() {
    if (paused_) return single_steps_ > 0 || stages_due_ > 0;
    return pace_ == 0 || Clock::now() >= due_;
}

void Session::step() {
    try {
        stages_.clear();
        if (single_steps_ == 0 && stages_due_ > 0)
            step_by_stages();
        else
            world_.step();
    } catch (const std::exception& e) { tell(e.what()); }
    if (const std::string why = world_.complaint(); !why.empty()) tell(why);
    if (single_steps_ > 0) --single_steps_;
    news_to_show_ = true;
    count_steps();
    if (pace_ == 0) {
        slow_ = false;
        return;
    }
    const auto now = Clock::now();
    due_ += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(world_.tuned().dt / pace_));
    // What is late by more than a tenth of a second stays late: time that was lost is not made up for by a rush.
    slow_ = due_ + std::chrono::milliseconds(100) < now;
    if (slow_) due_ = now - std::chrono::milliseconds(100);
}

/// A step that waits after each of its stages until the next one is asked for. Meanwhile the fluid is shown as it is;
/// it can not be touched, so that whoever wants to lets the step end first.
void Session::step_by_stages() {
    --stages_due_;
    const auto show_plane = [this](std::string_view name) {
        if (world_.fluid().dimension() == 2)
            stages_.push_back(std::make_shared<const StageShown>(show_stage(world_, name)));
    };
    show_plane("start");
    bool waits = true;
    world_.step([&](std::string_view stage) {
        show_plane(stage);
        if (waits) waits = wait_after(stage);
    });
    stage_.clear();
}

/// False where the step is to end.
bool Session::wait_after(std::string_view stage) {
    stage_ = stage;
    news_to_show_ = true;
    while (stages_due_ == 0) {
        if (news_to_show_ && shown_.taken()) publish();
        std::unique_lock lock(mutex_);
        news_.wait_for(lock, stop_, std::chrono::milliseconds(4), [this] { return !waiting_.empty(); });
        if (stop_.stop_requested()) return false;
        news_to_show_ = news_to_show_ || !(wish_ == seen_);
        if (waiting_.empty()) continue;
        if (!std::holds_alternative<NextStage>(waiting_.front())) return false;
        waiting_.erase(waiting_.begin());
        ++actions_, ++stages_due_;
    }
    --stages_due_;
    return true;
}

void Session::count_steps() {
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - counted_).count();
    if (seconds < 0.5) return;
    steps_per_second_ = static_cast<double>(world_.ticks() - counted_ticks_) / seconds;
    counted_ = now;
    counted_ticks_ = world_.ticks();
}

void Session::publish() {
    Wish wish;
    {
        const std::lock_guard lock(mutex_);
        wish = wish_;
    }
    Shown& to = shown_.back();
    show(world_, wish, to);
    seen_ = wish;
    to.paused = paused_;
    to.pace = pace_;
    to.steps_per_second = steps_per_second_;
    to.real_time = steps_per_second_ * world_.tuned().dt;
    to.slow = slow_;
    to.stages = stages_;
    to.stage = stage_;
    to.actions = actions_;
    to.message = message_;
    to.drawn = drawn_;
    to.messages = messages_;
    shown_.publish();
    news_to_show_ = false;
}

void Session::tell(const std::string& what) {
    message_ = what;
    ++messages_;
}

}  // namespace studio

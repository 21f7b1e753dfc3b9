#pragma once
// The fluid of a session and all that actions do to it. No clock and no threads: the same actions at the same ticks
// give the same bits.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <session/action.hpp>
#include <session/scenes.hpp>
#include <session/tunables.hpp>
#include <session/walls.hpp>

namespace studio {

class World {
  public:
    /// Where it runs is no part of a session: its bits are the same everywhere.
    explicit World(const Open& open, whorl::Device device = whorl::Device::cpu);

    /// Throws whorl::Error where it is refused; all is then as it was before.
    void apply(const Action& action);
    /// One step of the fluid; `after`, where there is one, looks at it when each stage is done.
    void step(const std::function<void(std::string_view)>& after = {});
    /// Why an earlier change of the settings turned out to be impossible and was taken back, once; empty: none was.
    /// What came after it was done all the same.
    std::string complaint();

    /// Steps since the session began; it never goes back, as the fluid's own time does when a state is restored.
    std::int64_t ticks() const { return ticks_; }
    const whorl::Simulation& fluid() const { return *fluid_; }
    const whorl::Scene& scene() const { return scene_; }
    /// Cells along each axis as the scene's text has them: the fluid may have been opened with others.
    const std::array<int, 3>& written_cells() const { return written_cells_; }
    const std::shared_ptr<const Open>& opened() const { return opened_; }
    const Walls& walls() const { return walls_; }
    const Tuned& tuned() const { return tuned_; }
    const Tuned& original() const { return original_; }
    const std::vector<Tunable>& tunables() const { return tunables_; }
    std::vector<std::string> kept() const;
    int undoable() const { return static_cast<int>(undo_.size()); }
    std::uint64_t hash() const { return fluid_->state_hash(); }

  private:
    struct State {
        std::vector<std::byte> fluid;
        Walls walls;
        std::size_t bytes() const { return fluid.size() + walls.bytes(); }
    };
    /// What `Undo` takes back.
    struct Gesture {
        State before;
        std::int64_t tick = 0;
        bool touched = false;  // whether it did more than paint walls
    };

    void perform(const Open&);
    void perform(const Stroke&);
    void perform(const Begin&);
    void perform(const Undo&);
    void perform(const Tune&);
    void perform(const Nudge&);
    void perform(const Switch&);
    void perform(const Reset&);
    void perform(const Still&);
    void perform(const Clear&);
    void perform(const Keep&);
    void perform(const Restore&);
    void perform(const Pause&) {}
    void perform(const PlayOrPause&) {}
    void perform(const StepOnce&) {}
    void perform(const NextStage&) {}
    void perform(const Pace&) {}
    void perform(const Draw&) {}

    whorl::Settings with_walls() const;
    const Tunable& tunable(const std::string& name) const;
    void tune(const Tunable& one, double value);
    bool settle();
    State state() const;
    bool bring_back(const State& state);
    void note_touch();

    whorl::Device device_;
    std::shared_ptr<const Open> opened_;
    whorl::Scene scene_;
    Tuned tuned_, original_, good_;  // good_: what the fluid has
    Walls walls_, good_walls_;
    std::vector<Tunable> tunables_;
    std::optional<whorl::Simulation> fluid_;
    bool stale_ = false;  // whether the fluid has yet to take other settings
    std::string complaint_;
    std::vector<Gesture> undo_;
    std::map<std::string, State> kept_;
    std::int64_t ticks_ = 0;
    std::array<int, 3> written_cells_{1, 1, 1};
};

}  // namespace studio

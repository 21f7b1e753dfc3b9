#pragma once
// A world with a clock: it runs in a thread of its own, takes actions from any other and shows itself to one. The
// window never waits for it, and no action is ever lost.
//
//     Session session(first_scene());
//     session.send(Stroke{...});
//     if (session.look()) draw(session.shown());

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include <session/recording.hpp>
#include <session/shown.hpp>
#include <session/triple_buffer.hpp>

namespace studio {

class Session {
  public:
    /// Throws whorl::Error where the scene is wrong.
    explicit Session(const Open& open, whorl::Device device = whorl::Device::cpu);
    /// Plays it: each action is taken at its tick, whatever the clock and the window do, so that it ends in the bits
    /// that it ended in; there it pauses and says whether they were the same. Whoever touches the fluid before takes it
    /// over: the rest of the recording is dropped, with a word.
    explicit Session(Recording recording, whorl::Device device = whorl::Device::cpu);
    ~Session();

    /// Takes effect before the next step. Never waits for one.
    void send(Action action);
    void wish(const Wish& wish);

    /// For one thread: whether there is something new to see since the last call.
    bool look() { return shown_.update(); }
    const Shown& shown() const { return shown_.front(); }
    /// Whether that has all that was sent and wished for.
    bool up_to_date();

    /// Ends the thread, and tells what was done: it can be written and played again.
    Recording finish();

  private:
    void run(std::stop_token stop);
    bool take_actions();
    void take_recorded();
    void take_over();
    void apply(const Action& action);
    void touch(const Action& action);
    void draw(const Draw& wanted);
    bool step_is_due();
    void step();
    void step_by_stages();
    bool wait_after(std::string_view stage);
    void count_steps();
    void publish();
    void tell(const std::string& what);

    World world_;
    Recording recording_, played_;
    std::size_t next_ = 0;  // of played_; beyond its end: nothing is being played
    TripleBuffer<Shown> shown_;

    std::mutex mutex_;  // of the three that follow, held only to swap them
    std::condition_variable_any news_;
    std::vector<Action> waiting_;
    std::int64_t sent_ = 0;
    Wish wish_;

    // The thread's own.
    using Clock = std::chrono::steady_clock;
    std::vector<Action> taken_;
    Wish seen_;  // that the last picture was made for
    bool paused_ = false, slow_ = false;
    int single_steps_ = 0, stages_due_ = 0;
    std::vector<std::shared_ptr<const StageShown>> stages_;
    std::string stage_;  // after which the step waits; empty: there is none that does
    std::stop_token stop_;
    double pace_ = 1;
    Clock::time_point due_{}, counted_{};
    std::int64_t counted_ticks_ = 0, actions_ = 0, messages_ = 0;
    double steps_per_second_ = 0;
    bool news_to_show_ = true;
    std::string message_, drawn_;

    std::jthread thread_;  // last: it ends before what it uses
};

}  // namespace studio

#pragma once
// A person made of text: moves the mouse, presses keys, waits and takes pictures, so that a real window can be tested
// and measured without one. A line is an action as in recordings, or one of:
//     frames N | ticks N                     wait
//     settle                                 waits until the window shows all that was done
//     await PATH                             waits until this PNG is there, or one in this folder
//     move X Y | press B | release B         the mouse, in points; B is left, right or middle
//     drag B X0 Y0 X1 Y1 N                   in N frames
//     wheel N | type TEXT | shift on | shift off
//     view NAME | brush NAME                 as the panels do
//     overlay NAME                           shows or hides what is drawn over a plane
//     cells N                                of scenes that are opened from here on; 0: as many as run fast
//     drop FILE                              a scene or an image, as if it fell on the window
//     edit FILE                              its text for the open scene, in the pane
//     shot FILE                              a picture of the window, PNG
//     fast                                   frames follow each other without a pause from here on
//     click NAME                             a button by what is written on it, or a scene of the gallery, by the mouse
//     slide NAME low|high                    the slider of a tunable to an end, by the mouse
//     sweep                                  every slider to both ends so; choices by their table
//     monkey N SEED                          N frames of anything, ten things in each: mouse, wheel, keys, tunables
//     lose-context                           as a driver may
//     quit

#include <deque>
#include <functional>
#include <random>
#include <sstream>
#include <string>

#include "desk.hpp"

namespace studio {

class Script {
  public:
    Script() = default;
    /// Throws whorl::Error with file:line of what it does not understand.
    static Script from_file(const std::string& path);
    void add(const std::string& line);

    bool empty() const { return lines_.empty() && monkey_ == 0 && reach_ == 0 && !settles_ && awaited_.empty(); }
    bool fast() const { return fast_; }
    using Shot = std::function<void(const std::string&)>;
    /// Once a frame, before the interface hears of it. Lines are taken until one waits.
    void frame(Desk& desk, const Shot& shot);

  private:
    /// A line that is being taken.
    struct Order {
        const std::string& line;
        std::istringstream words;  // after the first
        Desk& desk;
        const Shot& shot;
        std::string rest();
    };
    /// What its first word means. True if the next line has to wait for another frame.
    struct Word {
        const char* name;
        bool (*take)(Script&, Order&);
    };
    static const Word words_[];
    static const Word* word_of(const std::string& line);

    void do_anything(Desk& desk);
    void reach(Desk& desk);
    void seek(std::string name, float from, float to);
    void sweep(const Desk& desk);
    void drag(Order& order);
    bool take(const std::string& line, Desk& desk, const Shot& shot);
    bool waits(Desk& desk);

    std::deque<std::string> lines_;
    int wait_frames_ = 0;
    std::int64_t wait_tick_ = -1;
    bool settles_ = false;
    std::string awaited_;
    float x_ = -1, y_ = -1, drag_from_[2] = {}, drag_to_[2] = {};
    // What the mouse goes for, where it takes hold of it and lets go as shares of its width, and the frames that are
    // left.
    std::string sought_;
    float hold_ = 0, let_go_ = 0;
    int reach_ = 0;
    int monkey_ = 0, cells_ = 0;
    std::minstd_rand chance_;
    bool fast_ = false;
    int drag_ = 0, drag_frames_ = 0, drag_button_ = 0;
    bool down_[3] = {false, false, false}, shift_ = false, acts_ = false;
};

}  // namespace studio

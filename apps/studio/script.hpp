#pragma once
// A person made of text: moves the mouse, presses keys, waits and takes pictures, so that a real window can be tested
// and measured without one. A line is an action as in recordings, or one of:
//     frames N | ticks N                     wait
//     move X Y | press B | release B         the mouse, in points; B is left, right or middle
//     drag B X0 Y0 X1 Y1 N                   in N frames
//     wheel N | type TEXT | shift on | shift off
//     view NAME | brush NAME                 as the panels do
//     overlay NAME                           shows or hides what is drawn over a plane
//     drop FILE                              a scene or an image, as if it fell on the window
//     edit FILE                              its text for the open scene, in the pane
//     shot FILE                              a picture of the window, PNG
//     fast                                   frames follow each other without a pause from here on
//     slide NAME low|high                    the slider of a tunable to an end, by the mouse
//     sweep                                  every slider to both ends so; choices by their table
//     monkey N SEED                          N frames of anything, ten things in each: mouse, wheel, keys, tunables
//     lose-context                           as a driver may
//     quit

#include <deque>
#include <functional>
#include <random>
#include <string>

#include "desk.hpp"

namespace studio {

class Script {
  public:
    Script() = default;
    /// Throws whorl::Error with file:line of what it does not understand.
    static Script from_file(const std::string& path);
    void add(const std::string& line);

    bool empty() const { return lines_.empty() && monkey_ == 0 && slide_ == 0; }
    bool fast() const { return fast_; }
    /// Once a frame, before the interface hears of it. Lines are taken until one waits.
    void frame(Desk& desk, const std::function<void(const std::string&)>& shot);

  private:
    void do_anything(Desk& desk);
    void slide(Desk& desk);
    void sweep(const Desk& desk);
    bool take(const std::string& line, Desk& desk, const std::function<void(const std::string&)>& shot);

    std::deque<std::string> lines_;
    int wait_frames_ = 0;
    std::int64_t wait_tick_ = -1;
    float x_ = -1, y_ = -1, from_x_ = 0, from_y_ = 0, to_x_ = 0, to_y_ = 0;
    std::string slides_;  // the tunable whose slider is moved, the share to which, and the frames that are left for it
    float slides_to_ = 0;
    int slide_ = 0;
    int monkey_ = 0;
    std::minstd_rand chance_;
    bool fast_ = false;
    int drag_ = 0, drag_frames_ = 0, drag_button_ = 0;
    bool down_[3] = {false, false, false}, shift_ = false, acts_ = false;
};

}  // namespace studio

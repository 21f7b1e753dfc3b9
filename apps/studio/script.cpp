#include "script.hpp"

#include <imgui.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "keys.hpp"

namespace studio {

namespace {

const char* const own_words[] = {"frames", "ticks", "move", "press",  "release",      "drag",  "wheel",
                                 "type",   "shift", "view", "brush",  "shot",         "slide", "sweep",
                                 "drop",   "edit",  "fast", "monkey", "lose-context", "quit",  "overlay"};

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw whorl::Error(path + ": can not be read: " + std::strerror(errno));
    return {std::istreambuf_iterator<char>(file), {}};
}

int button(const std::string& word) {
    if (word == "left") return 0;
    if (word == "right") return 1;
    if (word == "middle") return 2;
    throw whorl::Error("\"" + word + "\" is no button of the mouse; there are left, right and middle");
}

}  // namespace

Script Script::from_file(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw whorl::Error(path + ": can not be read: " + std::strerror(errno));
    Script script;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        if (line.empty() || line[0] == '#') continue;
        const std::string word = line.substr(0, line.find(' '));
        const bool own = std::find(std::begin(own_words), std::end(own_words), word) != std::end(own_words);
        try {
            if (!own && word != "open") action_of(line);
        } catch (const whorl::Error& e) { throw whorl::Error(path + ":" + std::to_string(number) + ": " + e.what()); }
        script.add(line);
    }
    return script;
}

void Script::add(const std::string& line) { lines_.push_back(line); }

void Script::frame(Desk& desk, const std::function<void(const std::string&)>& shot) {
    if (monkey_ > 0) {
        --monkey_;
        do_anything(desk);
    } else if (slide_ > 0) {
        slide(desk);
    } else if (drag_ > 0) {
        --drag_;
        const float share = 1 - static_cast<float>(drag_) / static_cast<float>(drag_frames_);
        x_ = from_x_ + share * (to_x_ - from_x_), y_ = from_y_ + share * (to_y_ - from_y_);
        if (drag_ == 0) wait_frames_ = 1;
    } else {
        if (drag_frames_ > 0 && wait_frames_ == 1) down_[drag_button_] = false, drag_frames_ = 0;
        if (wait_frames_ > 0)
            --wait_frames_;
        else if (wait_tick_ < 0 || desk.shown().tick >= wait_tick_) {
            wait_tick_ = -1;
            while (!lines_.empty()) {
                const std::string line = lines_.front();
                lines_.pop_front();
                if (take(line, desk, shot)) break;
            }
        }
    }
    if (!acts_) return;
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {x_, y_};
    io.KeyShift = shift_;
    for (int b = 0; b < 3; ++b) io.MouseDown[b] = down_[b];
}

/// Waits until it is in view, takes it in its middle, goes beyond its end and lets go.
void Script::slide(Desk& desk) {
    acts_ = true;
    desk.sought = slides_;
    const Area& at = desk.found;
    const float share = slide_ > 2 ? 0.5f : slides_to_;
    x_ = at.x + share * at.width, y_ = at.y + 0.5f * at.height;
    down_[0] = slide_ == 3 || slide_ == 2;
    if (--slide_ == 0) desk.sought.clear();
}

void Script::sweep(const Desk& desk) {
    std::deque<std::string> lines;
    for (const Tunable& one : desk.shown().tunables)
        for (const char* end : {"high", "low"})
            if (one.choices.empty())
                lines.push_back("slide " + one.name + " " + end);
            else
                lines.push_back(line_of(Tune{one.name, *end == 'h' ? one.most : one.least}));
    lines_.insert(lines_.begin(), lines.begin(), lines.end());
}

/// Mouse, buttons, wheel, a key and a tunable at one of its ends. It does not leave, fills no disk
/// with films, and opens no other scene.
void Script::do_anything(Desk& desk) {
    acts_ = true;
    const auto below = [this](int n) { return static_cast<int>(chance_() % static_cast<unsigned>(n)); };
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    if (below(3) > 0)
        x_ = static_cast<float>(below(static_cast<int>(size.x))),
        y_ = static_cast<float>(below(static_cast<int>(size.y)));
    else
        x_ += static_cast<float>(below(41) - 20), y_ += static_cast<float>(below(41) - 20);
    const int which = below(3);
    down_[which] = !down_[which];
    shift_ = below(4) == 0;
    if (below(5) == 0) ImGui::GetIO().MouseWheel = static_cast<float>(below(7) - 3);
    const auto all = keys();
    const auto& tunables = desk.shown().tunables;
    for (int i = 0; i < 3; ++i) {
        const Key& key = all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
        if (std::string_view("qeMm").find(static_cast<char>(key.letter)) == std::string_view::npos)
            ImGui::GetIO().AddInputCharacter(key.letter);
        if (tunables.empty()) continue;
        const Tunable& one = tunables[static_cast<std::size_t>(below(static_cast<int>(tunables.size())))];
        const double ends[] = {one.least, one.most, one.get(desk.shown().original)};
        desk.send(Tune{one.name, ends[below(3)]});
    }
}

/// True if the next line has to wait for another frame.
bool Script::take(const std::string& line, Desk& desk, const std::function<void(const std::string&)>& shot) {
    std::istringstream words(line);
    std::string word, rest;
    words >> word;
    if (word == "frames") {
        words >> wait_frames_;
        return true;
    }
    if (word == "monkey") {
        unsigned seed = 1;
        words >> monkey_ >> seed;
        chance_.seed(seed);
        return true;
    }
    if (word == "ticks") {
        std::int64_t count = 0;
        words >> count;
        wait_tick_ = desk.shown().tick + count;
        return true;
    }
    if (word == "move" || word == "press" || word == "release" || word == "drag") {
        acts_ = true;
        if (word == "move") words >> x_ >> y_;
        if (word == "press" || word == "release") words >> rest, down_[button(rest)] = word == "press";
        if (word == "drag") {
            words >> rest >> from_x_ >> from_y_ >> to_x_ >> to_y_ >> drag_frames_;
            drag_frames_ = drag_ = std::max(drag_frames_, 1);
            drag_button_ = button(rest);
            x_ = from_x_, y_ = from_y_, down_[drag_button_] = true;
        }
        return true;
    }
    if (word == "wheel") {
        words >> ImGui::GetIO().MouseWheel;
        return true;
    }
    if (word == "slide") {
        words >> slides_ >> rest;
        slides_to_ = rest == "high" ? 1.05f : -0.05f;
        slide_ = 7;
        return true;
    }
    std::getline(words >> std::ws, rest);
    if (word == "type") {
        ImGui::GetIO().AddInputCharactersUTF8(rest.c_str());
        return true;
    }
    if (word == "shot") {
        shot(rest);
        return true;  // what follows is not yet in the picture
    }
    if (word == "shift")
        shift_ = rest == "on";
    else if (word == "view")
        desk.view = view_named(rest);
    else if (word == "brush")
        desk.brush = rest;
    else if (word == "drop")
        desk.dropped.push_back(rest);
    else if (word == "overlay")
        switch_overlay(desk, rest);
    else if (word == "edit")
        desk.editor = true, desk.draft = rest.empty() ? "" : text_of(rest);
    else if (word == "sweep")
        sweep(desk);
    else if (word == "fast")
        fast_ = true;
    else if (word == "lose-context")
        desk.lost = true;
    else if (word == "quit")
        desk.quit = true;
    else if (word == "open")
        desk.send(scene_named(rest));
    else
        desk.send(action_of(line));
    return false;
}

}  // namespace studio

#include "script.hpp"

#include <imgui.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "keys.hpp"

namespace studio {

namespace {

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw whorl::Error(path + ": can not be read: " + std::strerror(errno));
    return {std::istreambuf_iterator<char>(file), {}};
}

/// A PNG file, or a folder with one in it.
bool is_there(const std::string& path) {
    std::error_code none;
    if (!std::filesystem::is_directory(path, none)) return std::filesystem::exists(path, none);
    for (const auto& one : std::filesystem::directory_iterator(path, none))
        if (one.path().extension() == ".png") return true;
    return false;
}

/// Frames in which the mouse goes for something: until it is in view, then a press, a way and a release.
constexpr int longest_reach = 6;

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
        try {
            if (!word_of(line)) action_of(line);
        } catch (const whorl::Error& e) { throw whorl::Error(path + ":" + std::to_string(number) + ": " + e.what()); }
        script.add(line);
    }
    return script;
}

void Script::add(const std::string& line) { lines_.push_back(line); }

bool Script::waits(Desk& desk) {
    if (wait_frames_ > 0) return wait_frames_-- > 0;
    if (wait_tick_ >= 0 && desk.shown().tick < wait_tick_) return true;
    wait_tick_ = -1;
    if (settles_ && !desk.session->up_to_date()) return true;
    settles_ = false;
    if (!awaited_.empty() && !is_there(awaited_)) return true;
    awaited_.clear();
    return false;
}

void Script::frame(Desk& desk, const Shot& shot) {
    if (monkey_ > 0) {
        --monkey_;
        do_anything(desk);
    } else if (reach_ > 0) {
        reach(desk);
    } else if (drag_ > 0) {
        --drag_;
        const float share = 1 - static_cast<float>(drag_) / static_cast<float>(drag_frames_);
        x_ = drag_from_[0] + share * (drag_to_[0] - drag_from_[0]);
        y_ = drag_from_[1] + share * (drag_to_[1] - drag_from_[1]);
        if (drag_ == 0) wait_frames_ = 1;
    } else {
        if (drag_frames_ > 0 && wait_frames_ == 1) down_[drag_button_] = false, drag_frames_ = 0;
        while (!waits(desk) && !lines_.empty()) {
            const std::string line = lines_.front();
            lines_.pop_front();
            if (take(line, desk, shot)) break;
        }
    }
    if (!acts_) return;
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {x_, y_};
    io.KeyShift = shift_;
    for (int b = 0; b < 3; ++b) io.MouseDown[b] = down_[b];
}

void Script::seek(std::string name, float from, float to) {
    sought_ = std::move(name);
    hold_ = from, let_go_ = to, reach_ = longest_reach;
}

/// Waits until it is in view, takes hold of it, goes where it is to be let go, and lets go.
void Script::reach(Desk& desk) {
    acts_ = true;
    if (reach_ == longest_reach) desk.found = {0, 0, 0, 0};
    desk.sought = sought_;
    const Area& at = desk.found;
    if (reach_ == 3 && at.width == 0)
        throw whorl::Error("there is nothing in the window that is called \"" + sought_ + "\"");
    x_ = at.x + (reach_ > 2 ? hold_ : let_go_) * at.width, y_ = at.y + 0.5f * at.height;
    down_[0] = reach_ == 3 || reach_ == 2;
    if (--reach_ == 0) desk.sought.clear();
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

void Script::drag(Order& order) {
    std::string which;
    order.words >> which >> drag_from_[0] >> drag_from_[1] >> drag_to_[0] >> drag_to_[1] >> drag_frames_;
    acts_ = true;
    drag_frames_ = drag_ = std::max(drag_frames_, 1);
    drag_button_ = button(which);
    x_ = drag_from_[0], y_ = drag_from_[1], down_[drag_button_] = true;
}

std::string Script::Order::rest() {
    std::string all;
    std::getline(words >> std::ws, all);
    return all;
}

const Script::Word Script::words_[] = {
    {"frames", [](Script& s, Order& o) { return o.words >> s.wait_frames_, true; }},
    {"ticks",
     [](Script& s, Order& o) {
         std::int64_t count = 0;
         o.words >> count;
         s.wait_tick_ = o.desk.shown().tick + count;
         return true;
     }},
    {"settle", [](Script& s, Order&) { return s.settles_ = true; }},
    {"await", [](Script& s, Order& o) { return s.awaited_ = o.rest(), true; }},
    {"monkey",
     [](Script& s, Order& o) {
         unsigned seed = 1;
         o.words >> s.monkey_ >> seed;
         s.chance_.seed(seed);
         return true;
     }},
    {"move", [](Script& s, Order& o) { return o.words >> s.x_ >> s.y_, s.acts_ = true; }},
    {"press", [](Script& s, Order& o) { return s.down_[button(o.rest())] = s.acts_ = true; }},
    {"release", [](Script& s, Order& o) { return s.down_[button(o.rest())] = false, s.acts_ = true; }},
    {"drag", [](Script& s, Order& o) { return s.drag(o), true; }},
    {"wheel", [](Script&, Order& o) { return o.words >> ImGui::GetIO().MouseWheel, true; }},
    {"click", [](Script& s, Order& o) { return s.seek(o.rest(), 0.5f, 0.5f), true; }},
    {"slide",
     [](Script& s, Order& o) {
         std::string name, end;
         o.words >> name >> end;
         s.seek(name, 0.5f, end == "high" ? 1.05f : -0.05f);
         return true;
     }},
    {"type", [](Script&, Order& o) { return ImGui::GetIO().AddInputCharactersUTF8(o.rest().c_str()), true; }},
    {"shot", [](Script&, Order& o) { return o.shot(o.rest()), true; }},  // what follows is not yet in the picture
    {"shift", [](Script& s, Order& o) { return s.shift_ = o.rest() == "on", false; }},
    {"view", [](Script&, Order& o) { return o.desk.view = view_named(o.rest()), false; }},
    {"brush", [](Script&, Order& o) { return o.desk.brush = o.rest(), false; }},
    {"drop", [](Script&, Order& o) { return o.desk.dropped.push_back(o.rest()), false; }},
    {"overlay", [](Script&, Order& o) { return switch_overlay(o.desk, o.rest()), false; }},
    {"edit",
     [](Script&, Order& o) {
         const std::string file = o.rest();
         o.desk.editor = true, o.desk.draft = file.empty() ? "" : text_of(file);
         return false;
     }},
    {"sweep", [](Script& s, Order& o) { return s.sweep(o.desk), false; }},
    {"fast", [](Script& s, Order&) { return s.fast_ = true, false; }},
    {"lose-context", [](Script&, Order& o) { return o.desk.lost = true, false; }},
    {"quit", [](Script&, Order& o) { return o.desk.quit = true, false; }},
    {"cells", [](Script& s, Order& o) { return o.words >> s.cells_, false; }},
    {"open", [](Script& s, Order& o) { return o.desk.send(scene_named(o.rest(), s.cells_)), false; }},
};

const Script::Word* Script::word_of(const std::string& line) {
    const std::string first = line.substr(0, line.find(' '));
    for (const Word& word : words_)
        if (first == word.name) return &word;
    return nullptr;
}

bool Script::take(const std::string& line, Desk& desk, const Shot& shot) {
    const Word* word = word_of(line);
    if (!word) return desk.send(action_of(line)), false;
    Order order{line, std::istringstream(line.substr(std::string_view(word->name).size())), desk, shot};
    return word->take(*this, order);
}

}  // namespace studio

#include "input.hpp"

#include <cstdio>

namespace terminal {
namespace {

constexpr std::size_t longest_sequence = 32;

/// "<button;column;row" and M or m, as the text between "\033[" and the end of a sequence.
bool read_mouse(const std::string& text, char last, Event& event) {
    int code = 0, column = 0, row = 0;
    if (std::sscanf(text.c_str(), "<%d;%d;%d", &code, &column, &row) != 3 || column < 1 || row < 1) return false;
    if ((code & 64) != 0) return false;  // the wheel
    const bool moves = (code & 32) != 0, without_button = (code & 3) == 3;
    event.kind = last == 'm' ? Kind::release : !moves ? Kind::press : without_button ? Kind::hover : Kind::drag;
    event.button = code & 3;
    event.column = column - 1, event.row = row - 1;
    return true;
}

bool read_arrow(char last, Event& event) {
    switch (last) {
        case 'A':
            event.arrow = Arrow::up;
            return true;
        case 'B':
            event.arrow = Arrow::down;
            return true;
        case 'C':
            event.arrow = Arrow::right;
            return true;
        case 'D':
            event.arrow = Arrow::left;
            return true;
        default:
            return false;
    }
}

}  // namespace

std::vector<Event> Input::read(std::string_view bytes) {
    std::vector<Event> events;
    for (const char byte : bytes) {
        if (pending_.empty()) {
            if (byte == '\033')
                pending_ = byte;
            else
                events.push_back({.letter = byte});
            continue;
        }
        pending_ += byte;
        if (pending_.size() == 2) {
            if (byte != '[' && byte != 'O') pending_.clear();
            continue;
        }
        const bool ends = byte >= '@' && byte <= '~';
        if (!ends && pending_.size() < longest_sequence) continue;
        Event event;
        const bool mouse = pending_[2] == '<' && (byte == 'M' || byte == 'm');
        if (ends && (mouse ? read_mouse(pending_.substr(2), byte, event) : read_arrow(byte, event)))
            events.push_back(event);
        pending_.clear();
    }
    return events;
}

}  // namespace terminal

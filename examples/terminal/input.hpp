#pragma once
// What the terminal sends: keys, and the mouse as xterm reports it (mode 1006).

#include <string>
#include <string_view>
#include <vector>

namespace terminal {

enum class Kind { key, press, drag, release, hover };
enum class Arrow { none, up, down, left, right };

struct Event {
    Kind kind = Kind::key;
    char letter = 0;  // of a key; 0: an arrow
    Arrow arrow = Arrow::none;
    int button = 0;           // of the mouse: 0 left, 1 middle, 2 right
    int column = 0, row = 0;  // of the mouse, from 0
};

/// Takes bytes as they come, a sequence perhaps in parts, and says what they mean. What it does not know it drops.
class Input {
  public:
    std::vector<Event> read(std::string_view bytes);

  private:
    std::string pending_;
};

}  // namespace terminal

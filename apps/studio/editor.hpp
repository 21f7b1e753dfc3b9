#pragma once
// The scene as a text that can be changed. What is wrong with it is told with line and column while one writes; the
// fluid that runs is left alone until one says "run", which can be said only of a text that is right.

#include <string>

#include "desk.hpp"

namespace studio {

class Editor {
  public:
    void draw(Desk& desk);

  private:
    void take(const Open& open);
    void buttons(Desk& desk);

    Open open_;                // what is being written
    std::string errors_;       // of the text as it is
    std::string path_;         // to save it to
    std::string may_replace_;  // a file that is there already, once the user was told so
    std::shared_ptr<const Open> taken_;
};

}  // namespace studio

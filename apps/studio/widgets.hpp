#pragma once
// Buttons of the panels. Scripts find them by what is written on them.

#include "desk.hpp"

namespace studio {

/// A length on the screen that was chosen where 96 dots are an inch: on a denser one it has more of them.
float dots(float at_96);
/// Tells a script where the item is that was drawn last, if that is what it looks for, and brings it into view.
void offer(Desk& desk, std::string_view name);
/// True when it is pressed. width: 0: as wide as its text; below 0: all that is left.
bool button(Desk& desk, const char* label, float width = 0);
/// One that shows whether it is the chosen one.
bool choice(Desk& desk, const char* label, bool chosen, float width);
/// What the item that was drawn last does, while the mouse is over it.
void hint(std::string_view text);

}  // namespace studio

#pragma once
// The keys, as a list: what is pressed, what it does, and the page that `?` shows are the same lines.

#include <span>

#include "desk.hpp"

namespace studio {

struct Key {
    const char* shown;  // the letter, or its name
    unsigned letter;    // as it is typed, so that any keyboard layout works
    const char* what;
    void (*press)(Desk&);
};
std::span<const Key> keys();

/// What was typed since the last frame, unless someone is writing into a field.
void hear_keys(Desk& desk);
/// The page of all keys, while it is open.
void draw_keys(Desk& desk);

}  // namespace studio

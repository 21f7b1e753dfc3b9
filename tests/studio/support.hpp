#pragma once
// A small dish and a small box to play in, and a way to wait for a session.

#include <chrono>
#include <string>
#include <thread>

#include <session/session.hpp>

namespace studio {

inline constexpr const char* dish = R"([domain]
size  = [1, 1]
cells = 32
[time]
fps = 60
[carried.smoke]
[carried.colours]
)";
inline Open small() { return {"dish", dish, 0}; }
inline Open small_box() { return {"box", "[domain]\nsize = [1, 1, 1]\ncells = 16\n[time]\nfps = 60\n", 0}; }

inline Stroke stroke(std::string brush, Vec3 from = {0.3, 0.5, 0.5}, Vec3 to = {0.6, 0.5, 0.5}) {
    return {.brush = std::move(brush), .from = from, .to = to, .radius = 0.1, .amount = 1, .push = {0.5, 0.2, 0}};
}

/// Looks until `what` is so; a test must not hang.
template <class What>
bool becomes(Session& session, What what) {
    for (int i = 0; i < 5000; ++i) {
        session.look();
        if (what(session.shown())) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
}

}  // namespace studio

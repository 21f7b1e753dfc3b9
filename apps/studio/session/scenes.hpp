#pragma once
// The scenes that the studio offers, and what it makes of one so that every brush has something to paint with.

#include <string>
#include <vector>

#include <session/action.hpp>
#include <whorl/scene.hpp>

namespace studio {

/// What opens when nothing else is asked for: a dish of dark water with ink, made for the mouse.
Open first_scene();
/// A built-in scene or a file. Throws whorl::Error where there is none of that name.
/// cells: along the longest side; 0: as many as run at an interactive rate; -1: as the scene says.
Open scene_named(const std::string& name, int cells = 0);

struct Offered {
    std::string name, title;
};
/// The gallery: the first scene, then all built-in ones.
std::vector<Offered> offered_scenes();

/// What is wrong with its text, a line for each with its place; empty: nothing.
std::string errors_in(const Open& open);
/// Writes the text of a scene; the file appears whole or not at all. Throws whorl::Error.
void save_scene(const std::string& path, const std::string& text);

/// The scene, carrying whatever the brushes add as well.
whorl::Scene paintable(const Open& open);
/// s, of one step of the scene's film.
double step_of(const whorl::Scene& scene);

}  // namespace studio

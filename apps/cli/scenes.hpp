#pragma once
// The scenes that a user names: files, and those that are compiled in.

#include <string>
#include <vector>

#include <whorl/scene.hpp>

namespace cli {

/// A file, or a built-in scene of that name. Throws BadInput with all that is wrong with it.
whorl::Scene scene_named(const std::string& name, const std::vector<whorl::Override>& overrides);

/// "fluid.viscosity=0.01". Throws BadInput where it is none.
whorl::Override override_of(const std::string& text);

/// `whorl scenes`.
void print_scenes();
/// `whorl new`: writes a scene to start from.
void write_new_scene(const std::string& name);
/// `whorl check`: what a run will do and need.
void print_check(const whorl::Scene& scene);

}  // namespace cli

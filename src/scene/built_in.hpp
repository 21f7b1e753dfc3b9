#pragma once
// What cmake/embed_scenes.cmake makes of the files in scenes/ and of new.toml.

#include "whorl/scene.hpp"

namespace whorl::scene {

const std::vector<BuiltInScene>& embedded_scenes();
std::string_view embedded_template();  // with NAME where the name of the new scene goes

}  // namespace whorl::scene

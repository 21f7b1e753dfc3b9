#include "scene/built_in.hpp"

namespace whorl {

const std::vector<BuiltInScene>& built_in_scenes() { return scene::embedded_scenes(); }

std::string new_scene(std::string_view name) {
    // The name becomes the title, between quotes.
    std::string title;
    for (const char c : name)
        if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f && c != '"' && c != '\\') title += c;
    std::string text(scene::embedded_template());
    constexpr std::string_view slot = "NAME";
    for (std::size_t at = text.find(slot); at != std::string::npos; at = text.find(slot, at + title.size()))
        text.replace(at, slot.size(), title);
    return text;
}

}  // namespace whorl

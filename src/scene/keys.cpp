#include "scene/keys.hpp"

#include "scene/words.hpp"

namespace whorl::scene {

bool Reading::wrong(const Spot& spot, const std::string& wanted) {
    error(spot, "is " + shown(spot.node) + "; it must be " + wanted);
    return false;
}

bool Reading::is_table(const Spot& spot, const std::string& wanted) {
    constexpr std::size_t most = 1000;
    if (spot.node.kind != Node::Kind::table) return wrong(spot, wanted);
    if (spot.node.entries.size() <= most) return true;
    const std::string name = spot.path.empty() ? "the scene" : spot.path;
    report.error(spot.node.at,
                 name + " has " + std::to_string(spot.node.entries.size()) + " keys; that can not be meant");
    return false;
}

bool Reading::is_list(const Spot& spot, const std::string& wanted) {
    return spot.node.kind == Node::Kind::list || wrong(spot, wanted);
}

bool Reading::use(const Entry& entry, const Spot& around, const std::string& section,
                  const std::vector<std::string>& words) {
    Use one{entry.key, entry.at, words.empty() ? "quantity" : "key", section, words};
    const bool possible = entry.value.kind == Node::Kind::number || entry.value.kind == Node::Kind::text;
    if (!possible) {
        one.complaint = around.in(entry).path + " is " + shown(entry.value) + "; it must be a number or a formula";
        puzzling.insert(around.path);
    }
    uses.push_back(std::move(one));
    return possible;
}

bool Reading::misspelt(const Node& section, const std::string& key, const std::vector<std::string>& known) const {
    const std::vector<std::string> only{key};
    return std::any_of(section.entries.begin(), section.entries.end(), [&](const Entry& e) {
        return std::find(known.begin(), known.end(), e.key) == known.end() && !did_you_mean(e.key, only).empty();
    });
}

void Reading::unknown_key(const Entry& entry, const Spot& around, const std::string& section,
                          const std::vector<std::string>& known) {
    puzzling.insert(around.path);
    report.error(entry.at, "unknown key " + in_quotes(entry.key) + " in " + section + did_you_mean(entry.key, known) +
                               " (" + listed(known) + ")");
}

Place Reading::place_of(std::string path) const {
    for (;;) {
        if (const auto found = where.find(path); found != where.end()) return found->second;
        const std::size_t dot = path.find_last_of(".[");
        if (dot == std::string::npos) return {};
        path.resize(dot);
    }
}

}  // namespace whorl::scene

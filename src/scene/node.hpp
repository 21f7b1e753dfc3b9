#pragma once
// A scene file as it was written: values with the place where each stands.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/report.hpp"

namespace whorl::scene {

struct Entry;

struct Node {
    enum class Kind { text, number, truth, list, table, date };
    Kind kind = Kind::table;
    Place at{};
    std::string text{};
    double number = 0;
    bool truth = false;
    std::vector<Node> items{};   // of a list
    std::vector<Entry> entries;  // of a table, in the order of the file

    const Entry* find(std::string_view key) const;
    Entry* find(std::string_view key);
};

struct Entry {
    std::string key;
    Place at{};  // of the key; that of the value is in the value
    Node value{};
};

/// A value as errors name it: `"smoke"`, `12.5`, `true`, `a list`.
std::string shown(const Node& node);

/// The table of a TOML text, or nothing after what is wrong with it has been reported.
std::optional<Node> parse_toml(std::string_view text, Report& report);

/// Puts the value of override number `set` into the table; what is missing on the way to its key is made.
void apply_override(Node& root, const Override& override, int set, Report& report);

}  // namespace whorl::scene

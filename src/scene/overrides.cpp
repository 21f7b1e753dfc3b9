// `--set source.0.smoke=2`: a value put into the table before it is read.

#include <algorithm>
#include <charconv>

#include "scene/node.hpp"
#include "scene/words.hpp"

namespace whorl::scene {

namespace {

std::vector<std::string> parts_of(std::string_view key) {
    std::vector<std::string> parts{""};
    for (const char c : key) {
        if (c == '.')
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

std::optional<std::size_t> index_of(std::string_view part) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
    if (error != std::errc{} || end != part.data() + part.size()) return std::nullopt;
    return index;
}

void stands_in(Node& node, int set) {
    node.at = {.set = set};
    for (Node& item : node.items) stands_in(item, set);
    for (Entry& entry : node.entries) entry.at = {.set = set}, stands_in(entry.value, set);
}

/// A TOML value; what is none is a word, so that `--set boundary.top=open` needs no quotes.
Node value_of(const std::string& text, int set) {
    Report ignored;
    std::optional<Node> table = parse_toml("value = " + text, ignored);
    Node value;
    if (table && ignored.clean() && table->entries.size() == 1 && table->entries[0].key == "value") {
        value = std::move(table->entries[0].value);
    } else {
        value.kind = Node::Kind::text;
        value.text = text;
    }
    stands_in(value, set);
    return value;
}

class Walk {
  public:
    Walk(Node& root, int set, Report& report) : node_(&root), set_(set), report_(report) {}

    /// Goes to the value of that name in the node, which is made if it is not there. False after an error.
    bool down(const std::string& part) {
        if (part.empty()) return fail("a part of the key is empty");
        if (fresh_) node_->kind = index_of(part) ? Node::Kind::list : Node::Kind::table;
        switch (node_->kind) {
            case Node::Kind::table:
                return into_table(part);
            case Node::Kind::list:
                return into_list(part);
            default:
                return fail((path_.empty() ? "the scene" : path_) + " is " + shown(*node_) + "; there is no " +
                            in_quotes(part) + " in it");
        }
    }
    Node& node() { return *node_; }

  private:
    bool into_table(const std::string& part) {
        Entry* entry = node_->find(part);
        fresh_ = entry == nullptr;
        if (fresh_) {
            node_->entries.push_back({part, {.set = set_}, {}});
            entry = &node_->entries.back();
            entry->value.at = {.set = set_};
        }
        path_ += (path_.empty() ? "" : ".") + part;
        node_ = &entry->value;
        return true;
    }
    bool into_list(const std::string& part) {
        const std::optional<std::size_t> index = index_of(part);
        const std::size_t size = node_->items.size();
        if (!index) return fail(path_ + " is a list; name an entry of it by its number, as in " + path_ + ".0");
        if (*index > size)
            return fail(path_ + " has " + std::to_string(size) + " entries; " + std::to_string(size) +
                        " is the next that can be made");
        fresh_ = *index == size;
        if (fresh_) {
            node_->items.emplace_back();
            node_->items.back().at = {.set = set_};
        }
        path_ += "." + part;
        node_ = &node_->items[*index];
        return true;
    }
    bool fail(const std::string& text) {
        report_.error({.set = set_}, text);
        return false;
    }

    Node* node_;
    int set_;
    Report& report_;
    std::string path_;
    bool fresh_ = false;
};

}  // namespace

void apply_override(Node& root, const Override& override, int set, Report& report) {
    constexpr std::size_t most_parts = 16;
    const std::vector<std::string> parts = parts_of(override.key);
    if (parts.size() > most_parts)
        return report.error({.set = set}, "a key has more than " + std::to_string(most_parts) + " parts");
    Walk walk(root, set, report);
    for (const std::string& part : parts)
        if (!walk.down(part)) return;
    walk.node() = value_of(override.value, set);
}

}  // namespace whorl::scene

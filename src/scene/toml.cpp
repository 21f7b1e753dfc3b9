// TOML text to nodes. The only file that knows toml++.

#include <toml++/toml.h>

#include <algorithm>

#include "scene/node.hpp"
#include "scene/words.hpp"

namespace whorl::scene {

const Entry* Node::find(std::string_view key) const {
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.key == key; });
    return found == entries.end() ? nullptr : &*found;
}
Entry* Node::find(std::string_view key) { return const_cast<Entry*>(std::as_const(*this).find(key)); }

std::string shown(const Node& node) {
    switch (node.kind) {
        case Node::Kind::text:
            return in_quotes(node.text);
        case Node::Kind::number:
            return text(node.number);
        case Node::Kind::truth:
            return node.truth ? "true" : "false";
        case Node::Kind::list:
            return "a list of " + std::to_string(node.items.size());
        case Node::Kind::table:
            return "a table";
        case Node::Kind::date:
            return "a date";
    }
    return "?";
}

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20;
constexpr int most_dots = 16;    // in one key
constexpr int most_levels = 40;  // of tables and lists in each other

/// Steps over a string that starts at `at`; the end of the text if it is never closed.
std::size_t end_of_string(std::string_view text, std::size_t at) {
    const char quote = text[at];
    const bool several_lines = text.substr(at, 3) == std::string(3, quote);
    const std::string close(several_lines ? 3 : 1, quote);
    for (std::size_t i = at + close.size(); i < text.size(); ++i) {
        if (quote == '"' && text[i] == '\\')
            ++i;
        else if (text.substr(i, close.size()) == close)
            return i + close.size();
        else if (text[i] == '\n' && !several_lines)
            return i;
    }
    return text.size();
}

/// toml++ makes a table for every dot of a key, and takes them down recursively: a key of a million dots would overflow
/// the stack. Finds such a key before toml++ sees it.
std::optional<Place> key_of_too_many_dots(std::string_view text) {
    Place at{};
    int dots = 0;
    std::size_t line_start = 0;
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == '"' || c == '\'') {
            const std::size_t end = end_of_string(text, i);
            for (; i < end; ++i)
                if (text[i] == '\n') ++at.line, line_start = i + 1;
            continue;
        }
        if (c == '#') {
            i = std::min(text.find('\n', i), text.size());
            continue;
        }
        if (c == '\n') ++at.line, line_start = i + 1;
        if (c == '\n' || c == '=' || c == ',' || c == '[' || c == '{') dots = 0;
        if (c == '.' && ++dots > most_dots) {
            at.column = static_cast<int>(i - line_start) + 1;
            return at;
        }
        ++i;
    }
    return std::nullopt;
}

Place place_of(const toml::source_region& region) {
    return {-1, std::max(1, static_cast<int>(region.begin.line)), std::max(1, static_cast<int>(region.begin.column))};
}

class Converter {
  public:
    explicit Converter(Report& report) : report_(report) {}

    Node convert(const toml::node& from, int level = 0) {
        Node to;
        to.at = place_of(from.source());
        if (level > most_levels) {
            report_.error(to.at, "tables and lists are nested more than " + std::to_string(most_levels) + " deep");
            return to;
        }
        if (const auto* table = from.as_table()) {
            for (const auto& [key, value] : *table)
                to.entries.push_back({std::string(key.str()), place_of(key.source()), convert(value, level + 1)});
            // toml++ sorts by name; people expect the order that they wrote.
            std::stable_sort(to.entries.begin(), to.entries.end(),
                             [](const Entry& a, const Entry& b) { return a.at < b.at; });
        } else if (const auto* array = from.as_array()) {
            to.kind = Node::Kind::list;
            for (const toml::node& item : *array) to.items.push_back(convert(item, level + 1));
        } else {
            convert_value(from, to);
        }
        return to;
    }

  private:
    static void convert_value(const toml::node& from, Node& to) {
        if (const auto* string = from.as_string()) {
            to.kind = Node::Kind::text;
            to.text = string->get();
        } else if (const auto* whole = from.as_integer()) {
            to.kind = Node::Kind::number;
            to.number = static_cast<double>(whole->get());
        } else if (const auto* number = from.as_floating_point()) {
            to.kind = Node::Kind::number;
            to.number = number->get();
        } else if (const auto* truth = from.as_boolean()) {
            to.kind = Node::Kind::truth;
            to.truth = truth->get();
        } else {
            to.kind = Node::Kind::date;
        }
    }

    Report& report_;
};

/// What toml++ says: "Error while parsing key-value pair: expected ..."
std::string said(std::string_view description) {
    constexpr std::string_view start = "Error while parsing ";
    std::string out;
    for (const char c : description.substr(0, 300)) out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    const std::size_t colon = out.find(": ");
    if (!out.starts_with(start) || colon == std::string::npos) return "this is not TOML: " + out;
    return "this is not TOML: " + out.substr(colon + 2) + " (in: " + out.substr(start.size(), colon - start.size()) +
           ")";
}

}  // namespace

std::optional<Node> parse_toml(std::string_view text, Report& report) {
    if (text.size() > most_bytes) {
        report.error({}, "the file has " + std::to_string(text.size()) + " bytes; a scene has at most " +
                             std::to_string(most_bytes));
        return std::nullopt;
    }
    if (const auto at = key_of_too_many_dots(text)) {
        report.error(*at, "a key has more than " + std::to_string(most_dots) + " parts");
        return std::nullopt;
    }
    try {
        const toml::table table = toml::parse(text);
        return Converter(report).convert(table);
    } catch (const toml::parse_error& e) {
        report.error(place_of(e.source()), said(e.description()));
        return std::nullopt;
    }
}

}  // namespace whorl::scene

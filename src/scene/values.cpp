#include "scene/values.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <locale>
#include <sstream>

#include "scene/expression.hpp"

namespace whorl::scene {

namespace {

constexpr std::array<const char*, 4> variable_names{"x", "y", "z", "t"};

std::string depends_on(const std::array<bool, 4>& uses) {
    std::vector<std::string> used;
    for (std::size_t k = 0; k < 4; ++k)
        if (uses[k]) used.emplace_back(variable_names[k]);
    return listed(used);
}

bool in_range(Reading& r, const Spot& s, double v, double least, double most) {
    // A formula is shown with what it comes to.
    const std::string is = "is " + (s.node.kind == Node::Kind::text ? shown(s.node) + " = " + text(v) : text(v));
    if (!std::isfinite(v))
        r.error(s, is + "; it must be a finite number");
    else if (v < least)
        r.error(s, is + "; it must be at least " + text(least));
    else if (v > most)
        r.error(s, is + "; it must be at most " + text(most));
    else
        return true;
    return false;
}

/// A number, or the formula in a text; nothing after an error. Which variables it may use is up to the caller.
std::optional<Given> given_at(Reading& r, const Spot& s, const char* wanted) {
    Given given{.from = {s.node.at, s.path}};
    if (s.node.kind == Node::Kind::number) {
        given.value = s.node.number;
        return given;
    }
    if (s.node.kind != Node::Kind::text) {
        r.wrong(s, wanted);
        return std::nullopt;
    }
    try {
        Expression e(s.node.text);
        given.formula = s.node.text;
        given.uses = e.uses();
        const bool in_space = e.uses()[0] || e.uses()[1] || e.uses()[2], in_time = e.uses()[3];
        given.value = in_space || in_time ? Value(std::move(e), in_space, in_time) : Value(e({}, 0));
        return given;
    } catch (const ExpressionError& e) {
        r.error(s,
                "is " + shown(s.node) + "; it must be " + wanted + ", and as a formula it does not work: " + e.what());
        return std::nullopt;
    }
}

std::optional<double> number_at(Reading& r, const Spot& s, double least, double most) {
    const std::optional<Given> given = given_at(r, s, "a number");
    if (!given) return std::nullopt;
    if (!given->value.is_constant()) {
        r.error(s, "is " + shown(s.node) + ", which depends on " + depends_on(given->uses) +
                       "; it must be the same everywhere and always");
        return std::nullopt;
    }
    const double v = given->value({}, 0);
    if (!in_range(r, s, v, least, most)) return std::nullopt;
    return v;
}

std::string wanted_vector(const Reading& r, const char* of) {
    return std::string("a list of ") + (r.dimension == 2 ? "2 " : "3 ") + of + ", as in " +
           (r.dimension == 2 ? "[0.5, 1]" : "[0.5, 1, 0.5]");
}

bool is_vector(Reading& r, const Spot& s, const char* of) {
    if (!r.is_list(s, wanted_vector(r, of))) return false;
    const std::size_t n = s.node.items.size();
    return n == 2 || n == 3 || r.wrong(s, wanted_vector(r, of));
}

void read_vector(Reading& r, const Spot& s, double most, double depth, Vec3& into, bool in_space = false) {
    if (!is_vector(r, s, "numbers")) return;
    std::array<double, 3> v{0, 0, depth};
    bool good = true;
    for (std::size_t k = 0; k < s.node.items.size(); ++k) {
        const std::optional<double> one = number_at(r, s.item(k), -most, most);
        good &= one.has_value();
        if (one) v[k] = *one;
    }
    if (good) into = {v[0], v[1], r.dimension == 2 && !in_space ? 0 : v[2]};
}

void read_word(Reading& r, const Spot& s, std::vector<std::string>& into) {
    if (s.node.kind != Node::Kind::text) return void(r.wrong(s, "a word in quotes"));
    if (std::find(into.begin(), into.end(), s.node.text) != into.end())
        return r.error(s, "is " + in_quotes(s.node.text) + ", which the list has already");
    r.where[s.path] = s.node.at;
    into.push_back(s.node.text);
}

}  // namespace

Read<double> number(double least, double most) {
    return {[=](Reading& r, const Spot& s, double& into) { into = number_at(r, s, least, most).value_or(into); }};
}

Read<double> positive(double most) {
    return {[=](Reading& r, const Spot& s, double& into) {
        const std::optional<double> v = number_at(r, s, -most, most);
        if (v && !(*v > 0))
            r.error(s, "is " + text(*v) + "; it must be greater than 0");
        else
            into = v.value_or(into);
    }};
}

Read<int> whole(int least, int most) {
    return {[=](Reading& r, const Spot& s, int& into) {
        const std::optional<double> v = number_at(r, s, least, most);
        if (!v) return;
        if (*v != std::floor(*v))
            r.error(s, "is " + text(*v) + "; it must be a whole number");
        else
            into = static_cast<int>(*v);
    }};
}

Read<bool> flag() {
    return {[](Reading& r, const Spot& s, bool& into) {
        if (s.node.kind == Node::Kind::truth)
            into = s.node.truth;
        else
            r.wrong(s, "true or false");
    }};
}

Read<std::string> line(std::size_t most) {
    return {[=](Reading& r, const Spot& s, std::string& into) {
        if (s.node.kind != Node::Kind::text) {
            r.wrong(s, "text in quotes");
            return;
        }
        const std::string& t = s.node.text;
        if (t.empty())
            r.error(s, "is empty; leave the key out or give it text");
        else if (t.size() > most)
            r.error(s, "is longer than " + std::to_string(most) + " letters");
        else if (std::any_of(t.begin(), t.end(),
                             [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }))
            r.error(s, "is " + in_quotes(t) + "; it must be on one line, of letters that can be printed");
        else
            into = t;
    }};
}

Read<std::string> existing_file() {
    return {[read = line(1000)](Reading& r, const Spot& s, std::string& into) {
        std::string given;
        read.read(r, s, given);
        if (given.empty()) return;
        const std::filesystem::path full = std::filesystem::path(r.folder) / given;
        std::error_code error;
        if (!std::filesystem::is_regular_file(full, error))
            return r.error(s, "is " + in_quotes(given) + "; there is no file " + in_quotes(full.string()));
        into = full.string();
    }};
}

Read<std::vector<std::string>> words() {
    return {[](Reading& r, const Spot& s, std::vector<std::string>& into) {
        constexpr std::size_t most = 100;
        into.clear();
        if (s.node.kind == Node::Kind::text) return read_word(r, {s.node, numbered(s.path, 0)}, into);
        if (!r.is_list(s, "a list of words, as in [\"smoke\", \"velocity\"]")) return;
        if (s.node.items.empty()) r.error(s, "is an empty list; name at least one");
        if (s.node.items.size() > most) return r.error(s, "has more than " + std::to_string(most) + " words");
        for (std::size_t k = 0; k < s.node.items.size(); ++k) read_word(r, s.item(k), into);
    }};
}

Read<Vec3> vector(double most) {
    return {[=](Reading& r, const Spot& s, Vec3& into) { read_vector(r, s, most, 0, into); }};
}

Read<Vec3> vector_in_space(double most) {
    return {[=](Reading& r, const Spot& s, Vec3& into) { read_vector(r, s, most, 0, into, true); }};
}

Read<Vec3> place() {
    return {[](Reading& r, const Spot& s, Vec3& into) { read_vector(r, s, 1e9, 0.5 * r.size[2], into); }};
}

Read<Given> formula(double most, Variables variables) {
    return {[=](Reading& r, const Spot& s, Given& into) {
        std::optional<Given> given = given_at(r, s, "a number or a formula");
        if (!given) return;
        if (given->value.is_constant() && !in_range(r, s, given->value({}, 0), -most, most)) return;
        if (variables == Variables::time && (given->uses[0] || given->uses[1] || given->uses[2]))
            return r.error(s, "is " + shown(s.node) + "; it may depend on the time t alone");
        if (variables == Variables::place && given->uses[3])
            r.error(s,
                    "is " + shown(s.node) + ", which depends on t; it is the state at the start: use x, y and z only");
        else
            into = std::move(*given);
    }};
}

Read<GivenVector> formulas(double most, Variables variables) {
    return {[=, one = formula(most, variables)](Reading& r, const Spot& s, GivenVector& into) {
        if (!is_vector(r, s, "numbers or formulas")) return;
        for (std::size_t k = 0; k < s.node.items.size(); ++k) {
            Given ignored;
            const bool counts = static_cast<int>(k) < r.dimension;
            one.read(r, s.item(k), counts ? into.axis[k] : ignored);
        }
    }};
}

void unknown_word(Reading& r, const Spot& s, const std::string& what, const std::vector<std::string>& allowed) {
    r.report.error(s.node.at, "unknown " + what + " " + in_quotes(s.node.text) + did_you_mean(s.node.text, allowed) +
                                  " (" + listed(allowed) + ")");
}

std::optional<Measure> measure(const std::string& text) {
    std::istringstream in(text);
    in.imbue(std::locale::classic());
    Measure m{};
    std::string rest;
    if (!(in >> m.number >> m.unit) || in >> rest) return std::nullopt;
    return m;
}

bool is_name(const std::string& text) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return !text.empty() && text.size() <= 64 && letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
        return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

}  // namespace whorl::scene

#pragma once
// Readers for single values: numbers, words, vectors, formulas.

#include <optional>
#include <string>
#include <vector>

#include "scene/keys.hpp"
#include "scene/words.hpp"

namespace whorl::scene {

/// A number or formula that was given, what it depends on (x, y, z, t), and where it stands.
struct Given {
    Value value{};
    std::array<bool, 4> uses{};
    std::string formula{};  // empty: a number
    Origin from{};
};
struct GivenVector {
    std::array<Given, 3> axis{};
    VectorValue value() const { return {axis[0].value, axis[1].value, axis[2].value}; }
};

enum class Variables { place, place_and_time, time };

Read<double> number(double least, double most);
Read<double> positive(double most);
Read<int> whole(int least, int most);
Read<bool> flag();
/// Text of one line.
Read<std::string> line(std::size_t most);
/// A list of words; a single one may stand without brackets.
Read<std::vector<std::string>> words();
/// A path, from the folder of the scene, of a file that is there.
Read<std::string> existing_file();
/// Two or three numbers, each at most `most` in size. In a box a third that is missing is 0.
Read<Vec3> vector(double most);
/// The same in space, whatever the scene: a third number that is missing is 0.
Read<Vec3> vector_in_space(double most);
/// A point (m). In a box a third number that is missing means the middle: a scene of a plane needs no other.
Read<Vec3> place();
/// A number, or a formula of the variables; what is constant is at most `most` in size.
Read<Given> formula(double most, Variables variables);
Read<GivenVector> formulas(double most, Variables variables);

/// Reads into an optional.
template <class T>
Read<std::optional<T>> maybe(Read<T> read) {
    std::vector<std::string> inside = read.inside;
    return {[read = std::move(read.read)](Reading& r, const Spot& s, std::optional<T>& into) {
                if (!into) into.emplace();
                read(r, s, *into);
            },
            std::move(inside)};
}

/// Reports a word that is none of those allowed.
void unknown_word(Reading& r, const Spot& s, const std::string& what, const std::vector<std::string>& allowed);

/// A word for one of the values, as name(value) has it. `what` is what errors call it: "boundary".
template <class E>
Read<E> choice(std::string what, std::vector<E> values, std::vector<std::string> names) {
    return {[what = std::move(what), values = std::move(values), names = std::move(names)](Reading& r, const Spot& s,
                                                                                           E& into) {
        if (s.node.kind != Node::Kind::text) {
            r.wrong(s, "one of the words " + listed(names));
            return;
        }
        for (std::size_t k = 0; k < values.size(); ++k)
            if (s.node.text == names[k]) {
                into = values[k];
                return;
            }
        unknown_word(r, s, what, names);
    }};
}
template <class E>
Read<E> choice(std::string what, std::vector<E> values) {
    std::vector<std::string> names;
    for (const E value : values) names.emplace_back(name(value));
    return choice(std::move(what), std::move(values), std::move(names));
}

/// "12.5 s" as 12.5 and "s"; nothing if it is not a number and a word.
struct Measure {
    double number;
    std::string unit;
};
std::optional<Measure> measure(const std::string& text);

/// Whether it can be the name of a quantity or a file: letters, digits, - and _, a letter first.
bool is_name(const std::string& text);

}  // namespace whorl::scene

#pragma once
// The language of declarations: a section of the scene is a list of keys, each with its reader. The same list reads
// the file, finds unknown keys and gives the names that docs/scene.md must have.
//
//     const Keys<Fluid> keys("[fluid]", {key("viscosity", &Fluid::viscosity, number(0, 1e15)),
//                                        key("gravity", &Fluid::gravity, vector(1e9))});

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "scene/node.hpp"

namespace whorl::scene {

/// "source[0]"
inline std::string numbered(std::string list, std::size_t k) {
    return list.append("[").append(std::to_string(k)).append("]");
}

/// A value in the file and what it is called: "fluid.viscosity", "source[0].sphere.radius".
struct Spot {
    const Node& node;
    std::string path;
    Spot in(const Entry& entry) const { return {entry.value, path.empty() ? entry.key : path + "." + entry.key}; }
    Spot item(std::size_t k) const { return {node.items[k], numbered(path, k)}; }
};

/// Where something that was read comes from.
struct Origin {
    Place at{};
    std::string path{};
};

/// A carried quantity that is named somewhere. Whether there is one is known only when all has been read.
struct Use {
    std::string quantity;
    Place at;
    std::string as, in;                // for errors: unknown `as` "smok" in `in`
    std::vector<std::string> words{};  // what else could stand there
    std::string complaint{};           // what is wrong with its value, if it is a quantity
};

/// The state of reading one file.
struct Reading {
    Report& report;
    std::string folder{};  // of the scene file; paths in it start there

    // Known once [domain] has been read.
    bool domain_known = false;
    int dimension = 2;
    std::array<double, 3> size{1, 1, 1};  // m
    std::array<int, 3> cells{1, 1, 1};
    std::array<bool, 3> periodic{};  // known once [boundary] has been read

    std::map<std::string, std::uint64_t> files{};  // meshes and masks that were read, and hashes of what is in them
    std::vector<Use> uses{};
    std::map<std::string, Place> where{};  // of every key that was read
    std::set<std::string> puzzling{};      // sections with unknown keys: what is missing there may be misspelt

    void error(const Spot& spot, const std::string& text) { report.error(spot.node.at, spot.path + " " + text); }
    void error(const Origin& from, const std::string& text) { report.error(from.at, from.path + " " + text); }
    /// "fluid.viscosity is a list of 2; it must be a number". Always false.
    bool wrong(const Spot& spot, const std::string& wanted);
    bool is_table(const Spot& spot, const std::string& wanted = "a table");
    bool is_list(const Spot& spot, const std::string& wanted);
    /// Notes that a key of the section `around` names a quantity, and says whether it has a value that can be one.
    /// `words` are the other keys that the section could have.
    bool use(const Entry& entry, const Spot& around, const std::string& section, const std::vector<std::string>& words);
    void unknown_key(const Entry& entry, const Spot& around, const std::string& section,
                     const std::vector<std::string>& known);
    /// Whether the section has an unknown key that looks like this one.
    bool misspelt(const Node& section, const std::string& key, const std::vector<std::string>& known) const;
    /// The place of a key, or of the nearest thing around it that was written.
    Place place_of(std::string path) const;
};

/// Reads a value. `inside` are the names that it adds to that of its key: "" is the key itself.
template <class T>
struct Read {
    std::function<void(Reading&, const Spot&, T&)> read;
    std::vector<std::string> inside{""};
};

template <class T>
struct Key {
    std::string name;
    Read<T> read;
    std::string remedy{};  // what to write if it is missing; empty: it may be
};

template <class T, class M>
Key<T> key(std::string name, M T::*member, Read<M> read, std::string remedy = {}) {
    std::vector<std::string> inside = read.inside;
    return {std::move(name),
            {[member, read = std::move(read.read)](Reading& r, const Spot& s, T& into) { read(r, s, into.*member); },
             std::move(inside)},
            std::move(remedy)};
}

template <class T>
class Keys {
  public:
    using Others = std::function<void(Reading&, const Spot& section, const Entry&, T&)>;

    /// `others` reads what is none of the keys, the name of which stands as `placeholder` in the list of names.
    Keys(std::string section, std::vector<Key<T>> keys, Others others = {}, std::vector<std::string> placeholders = {})
        : section_(std::move(section)),
          keys_(std::move(keys)),
          others_(std::move(others)),
          placeholders_(std::move(placeholders)) {
        for (const Key<T>& k : keys_) known_.push_back(k.name);
    }

    void read(Reading& r, const Spot& spot, T& into) const {
        if (!r.is_table(spot)) return;
        for (const Key<T>& k : keys_) {
            if (const Entry* entry = spot.node.find(k.name)) {
                const Spot inner = spot.in(*entry);
                r.where[inner.path] = inner.node.at;
                k.read.read(r, inner, into);
            } else if (!k.remedy.empty() && !r.misspelt(spot.node, k.name, known_)) {
                r.report.error(spot.node.at,
                               (spot.path.empty() ? "" : spot.path + ".") + k.name + " is missing; " + k.remedy);
            }
        }
        for (const Entry& entry : spot.node.entries) {
            if (std::find(known_.begin(), known_.end(), entry.key) != known_.end()) continue;
            if (others_)
                others_(r, spot, entry, into);
            else
                r.unknown_key(entry, spot, section_, known_);
        }
    }

    const std::string& section() const { return section_; }
    const std::vector<std::string>& known() const { return known_; }
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const Key<T>& k : keys_)
            for (const std::string& in : k.read.inside) all.push_back(in.empty() ? k.name : k.name + "." + in);
        all.insert(all.end(), placeholders_.begin(), placeholders_.end());
        return all;
    }

  private:
    std::string section_;
    std::vector<Key<T>> keys_;
    Others others_;
    std::vector<std::string> placeholders_;
    std::vector<std::string> known_;
};

/// A table with these keys. They must outlive it.
template <class T>
Read<T> table(const Keys<T>& keys) {
    return {[&keys](Reading& r, const Spot& s, T& into) { keys.read(r, s, into); }, keys.names()};
}

/// Tables that are written [[section]], one after the other. T has an Origin called `from`.
template <class T>
Read<std::vector<T>> tables(const Keys<T>& keys) {
    return {[&keys](Reading& r, const Spot& s, std::vector<T>& into) {
                constexpr std::size_t most = 1000;
                if (!r.is_list(s, "written as " + keys.section())) return;
                if (s.node.items.size() > most)
                    return r.error(s, "is there " + std::to_string(s.node.items.size()) + " times; at most " +
                                          std::to_string(most) + " are allowed");
                for (std::size_t k = 0; k < s.node.items.size(); ++k) {
                    const Spot item = s.item(k);
                    T& one = into.emplace_back();
                    one.from = {item.node.at, item.path};
                    keys.read(r, item, one);
                }
            },
            keys.names()};
}

}  // namespace whorl::scene

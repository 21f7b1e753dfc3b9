// whorl-album [NAME...]: runs the full versions of these experiments, or of all, and writes their pages.

#include <chrono>
#include <cstdio>
#include <exception>
#include <string>

#include "page.hpp"

namespace {

using namespace whorl::album;

const Experiment& find(const std::string& name) {
    std::vector<std::string> names;
    for (const Experiment& one : experiments()) {
        if (one.name == name) return one;
        names.emplace_back(one.name);
    }
    std::string list;
    for (const std::string& known : names) list += (list.empty() ? "" : ", ") + known;
    throw whorl::Error("there is no experiment \"" + name + "\"" + whorl::did_you_mean(name, names) + "\nname some of " + list);
}

/// Whether all of its numbers hold.
bool make(const Experiment& one) {
    const auto start = std::chrono::steady_clock::now();
    const std::string name(one.name);
    std::fprintf(stderr, "whorl: %s\n", name.c_str());
    const auto say = [](const std::string& what) { std::fprintf(stderr, "whorl:     %s\n", what.c_str()); };
    const Findings found = one.measure({.full = true, .say = say});
    write_page(one, found, "docs/album", "out/album");
    bool holds = true;
    for (const Number& n : found.numbers) {
        if (!n.holds()) std::fprintf(stderr, "whorl:     %s is %g: does not hold\n", n.what.c_str(), n.found);
        holds = holds && n.holds();
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::fprintf(stderr, "whorl:     docs/album/%s.md, %.0f s\n", name.c_str(), seconds);
    return holds;
}

}  // namespace

int main(int count, char** words) {
    try {
        std::vector<const Experiment*> chosen;
        for (int k = 1; k < count; ++k) chosen.push_back(&find(words[k]));
        if (count == 1)
            for (const Experiment& one : experiments()) chosen.push_back(&one);
        bool holds = true;
        for (const Experiment* one : chosen) holds = make(*one) && holds;
        write_index("docs/album");
        return holds ? 0 : 1;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "whorl: %s\n", e.what());
        return 2;
    }
}

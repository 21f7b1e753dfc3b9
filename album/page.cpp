#include "page.hpp"

#include <cmath>
#include <cstdio>
#include <fstream>

#include "plot.hpp"

namespace whorl::album {
namespace {

namespace fs = std::filesystem;

void write_text(const fs::path& path, const std::string& text) {
    std::ofstream out(path, std::ios::binary);
    out << text;
    if (!out.flush()) throw Error("cannot write " + path.string() + "; is there room, and may you write there?");
}

std::string digits(double value, const char* form = "%.5g") {
    char text[32];
    std::snprintf(text, sizeof text, form, value);
    return text;
}

/// | what | reference | found | off by | allowed |
std::string row(const Number& n) {
    std::string reference, off, allowed;
    if (n.low == -HUGE_VAL) {
        allowed = "at most " + digits(n.high);
    } else if (n.high == HUGE_VAL) {
        allowed = "at least " + digits(n.low);
    } else {
        reference = digits(n.reference);
        const double size = std::abs(n.reference), distance = n.high - n.reference;
        // A part reads best, but not where the reference is nearly nothing or the distance is a matter of rounding.
        const bool lopsided = std::abs(distance - (n.reference - n.low)) > 1e-9 * size;
        if (lopsided) off = digits(100 * (n.found / n.reference - 1), "%+.2f %%"), allowed = digits(n.low) + " to " + digits(n.high);
        else if (distance / size < 1e-4 || distance / size > 0.05) off = digits(n.found - n.reference, "%.1e"), allowed = digits(distance, "%.0e");
        else off = digits(100 * (n.found / n.reference - 1), "%+.2f %%"), allowed = digits(100 * distance / size, "%.3g %%");
    }
    return "| " + n.what + " | " + reference + " | " + digits(n.found) + " | " + off + " | " + allowed + " | " +
           (n.holds() ? "yes" : "**no**") + " |\n";
}

}  // namespace

void write_page(const Experiment& experiment, const Findings& findings, const fs::path& docs, const fs::path& pictures) {
    fs::create_directories(docs);
    fs::create_directories(pictures);
    std::string page = "# " + std::string(experiment.title) + "\n\n" + std::string(experiment.text) + "\n";
    for (const Picture& picture : findings.pictures) {
        write_png((pictures / (picture.name + ".png")).string(), picture.image);
        page += "\n![" + picture.caption + "](" + picture.name + ".jpg)\n\n*" + picture.caption + ".*\n";
    }
    for (const Plot& plot : findings.plots) {
        write_text(docs / (plot.name + ".svg"), svg_of(plot));
        page += "\n![" + plot.title + "](" + plot.name + ".svg)\n";
    }
    bool both = false;
    for (const Plot& plot : findings.plots)
        for (const Curve& curve : plot.curves) both = both || (curve.kind == Curve::Kind::marks && curve.name.empty());
    if (both) page += "\nCircles are the reference, lines are ours.\n";
    if (!findings.numbers.empty()) {
        page += "\n| | reference | found | off by | allowed | holds |\n|---|---|---|---|---|---|\n";
        for (const Number& number : findings.numbers) page += row(number);
    }
    std::string file = std::string(experiment.scene);
    for (const BuiltInScene& one : built_in_scenes())
        if (one.name == experiment.scene && one.album) file = "album/" + file;
    page += "\n`./whorl run " + std::string(experiment.scene) + "` makes a film of [the scene](../../scenes/" + file +
            ".toml); `./whorl album " + std::string(experiment.name) + "` makes this page again. [All experiments](README.md)\n";
    write_text(docs / (std::string(experiment.name) + ".md"), page);
}

void write_index(const fs::path& docs) {
    std::string page =
        "# The album of fluid motion\n\n"
        "Flows whose outcome is published, run by the scenes that come with Whorl and measured. All use the settings for\n"
        "accuracy, `splitting = \"two-step\"` with `advection = \"unlimited-cubic\"`, unless their page says otherwise.\n"
        "`./whorl album` makes these pages and all that is on them again, `./whorl test` runs quick versions.\n\n"
        "| | |\n|---|---|\n";
    for (const Experiment& one : experiments()) {
        const std::string name(one.name);
        std::string image;
        // A picture stands for an experiment, or the first plot of its page.
        std::ifstream in(docs / (name + ".md"));
        for (std::string line; image.empty() && std::getline(in, line);)
            if (line.starts_with("![")) image = line.substr(line.find('(') + 1, line.find(')') - line.find('(') - 1);
        page += "| ";
        if (!image.empty()) page += "<a href=\"" + name + ".md\"><img src=\"" + image + "\" width=\"320\"></a>";
        page += " | [" + std::string(one.title) + "](" + name + ".md) |\n";
    }
    write_text(docs / "README.md", page);
}

}  // namespace whorl::album

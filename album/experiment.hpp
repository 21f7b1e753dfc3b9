#pragma once
// The album of fluid motion: experiments whose outcome is published. Each runs a built-in scene, measures it and lays
// what it found beside the reference. The quick version is a test, the full one a page of docs/album.
//
// A new experiment is a scene in scenes/album/, a function `Findings name(const Options&)` in a file beside this one,
// and an entry in the list of experiment.cpp.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <whorl/picture.hpp>
#include <whorl/scene.hpp>

namespace whorl::album {

struct Point {
    double x, y;
};
struct Curve {
    enum class Kind { line, dashed, marks };
    std::string name;  // in the legend; empty: not there
    Kind kind = Kind::line;
    int colour = 0;  // curves of one colour belong together
    std::vector<Point> points{};
};
struct Plot {
    std::string name;  // of its file
    std::string title, across, up;
    bool logarithmic = false;            // both axes
    std::vector<double> marked_across{};  // numbers to write along the axis; empty: round ones
    std::vector<Curve> curves{};
};

/// A number that was found, and where it has to lie.
struct Number {
    std::string what;
    double found, reference;
    double low, high;
    bool holds() const { return low <= found && found <= high; }
};
/// At most the part `part` away from the reference.
Number within(std::string what, double found, double reference, double part);
/// At most `distance` away from the reference.
Number near(std::string what, double found, double reference, double distance);
Number at_least(std::string what, double found, double low);
Number at_most(std::string what, double found, double high);

struct Picture {
    std::string name;  // of its file
    std::string caption;
    Image image;
};

struct Findings {
    std::vector<Number> numbers{};
    std::vector<Plot> plots{};
    std::vector<Picture> pictures{};
};

struct Options {
    bool full = false;  // all curves and pictures, not only what a test needs
    std::function<void(const std::string&)> say{};
};

struct Experiment {
    std::string_view name, title;
    std::string_view scene;  // that it runs, with other numbers where it says so
    std::string_view text;   // what it is and how it is measured, for its page
    Findings (*measure)(const Options&);
};
std::span<const Experiment> experiments();

// ---- What experiments are made of -----------------------------------------------------------------------------------

/// A built-in scene with some of its values replaced.
Scene scene_of(std::string_view name, const std::vector<Override>& overrides = {});
/// The same, ready to run.
Simulation simulation_of(std::string_view name, const std::vector<Override>& overrides = {});

/// The text of a number: all of it, for an override, or as people read it.
std::string text_of(double value);
std::string short_text(double value);

/// Steps of dt until a time is reached.
void run_until(Simulation& fluid, double time, double dt);

/// Slope of the straight line through the points (least squares).
double slope(std::span<const Point> points);
/// How fast an error falls with the number of cells: -slope in logarithms.
double order_of(std::span<const Point> errors);

/// Root mean square distance of a field from a formula.
double rms_error(const FieldView& field, const std::function<double(Vec3)>& exact);

/// What of a picture lies between two corners, in parts of its width and height from the lower left.
Image part_of(const Image& whole, Point low, Point high);

// The experiments.
Findings cavity(const Options&);
Findings cylinder(const Options&);
Findings street(const Options&);
Findings convection_onset(const Options&);
Findings convection_rolls(const Options&);
Findings convection_plumes(const Options&);
Findings kelvin_helmholtz(const Options&);
Findings exact_solutions(const Options&);
Findings transport(const Options&);

}  // namespace whorl::album

#include "plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace whorl::album {
namespace {

constexpr double width = 640, height = 400, left = 70, right = 20, top = 40, bottom = 52;
constexpr const char* colours[] = {"#3a66c8", "#e07b39", "#2f9e6e", "#b04bc2", "#c0392b", "#1aa6b7", "#a0791f", "#8a8f98"};
constexpr int legend_row = 18;

const char* colour(int number) { return colours[static_cast<std::size_t>(number) % std::size(colours)]; }

template <class... Parts> std::string format(const char* text, Parts... parts) {
    char line[512];
    std::snprintf(line, sizeof line, text, parts...);
    return line;
}

std::string safe(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    return out;
}

/// From values to a place along one axis.
struct Scale {
    double low, high;  // values at both ends; of a logarithmic axis their logarithms
    bool logarithmic;

    double part(double value) const { return ((logarithmic ? std::log10(value) : value) - low) / (high - low); }

    /// Round numbers, not too many.
    std::vector<double> ticks() const {
        std::vector<double> all;
        if (logarithmic) {
            const bool close = high - low < 1;  // less than from 1 to 10: more of them fit
            for (int e = static_cast<int>(std::floor(low)); e <= high; ++e)
                for (const double m : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0}) {
                    const double value = m * std::pow(10, e);
                    const bool in = std::log10(value) >= low - 1e-9 && std::log10(value) <= high + 1e-9;
                    if (in && (close || m == 1 || m == 2 || m == 5)) all.push_back(value);
                }
            return all;
        }
        const double rough = (high - low) / 6, ten = std::pow(10, std::floor(std::log10(rough)));
        const double step = ten * (rough / ten < 1.5 ? 1 : rough / ten < 3.5 ? 2 : rough / ten < 7.5 ? 5 : 10);
        for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) all.push_back(k == 0 ? 0 : k * step);
        return all;
    }
};

/// All that the curves hold, with a little air around it.
Scale scale_of(const Plot& plot, double Point::*coordinate) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const Curve& curve : plot.curves)
        for (const Point& p : curve.points) {
            const double value = plot.logarithmic ? std::log10(p.*coordinate) : p.*coordinate;
            low = std::min(low, value), high = std::max(high, value);
        }
    const double air = 0.04 * std::max(high - low, 1e-12);
    return {low - air, high + air, plot.logarithmic};
}

struct Frame {
    Scale x, y;
    double across(double value) const { return left + x.part(value) * (width - left - right); }
    double up(double value) const { return height - bottom - y.part(value) * (height - top - bottom); }
};

std::string axes(const Plot& plot, const Frame& frame) {
    std::string out;
    for (const double value : plot.marked_across.empty() ? frame.x.ticks() : plot.marked_across) {
        const double x = frame.across(value);
        out += format("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='#e4e6ea'/>\n", x, top, x, height - bottom);
        out += format("<text x='%.1f' y='%.1f' text-anchor='middle'>%g</text>\n", x, height - bottom + 18, value);
    }
    for (const double value : frame.y.ticks()) {
        const double y = frame.up(value);
        out += format("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='#e4e6ea'/>\n", left, y, width - right, y);
        out += format("<text x='%.1f' y='%.1f' text-anchor='end'>%g</text>\n", left - 8, y + 4, value);
    }
    out += format("<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='none' stroke='#8a8f98'/>\n", left, top,
                  width - left - right, height - top - bottom);
    out += format("<text x='%.1f' y='%.1f' text-anchor='middle'>", (left + width - right) / 2, height - 12) + safe(plot.across) +
           "</text>\n";
    out += format("<text transform='translate(16,%.1f) rotate(-90)' text-anchor='middle'>", (top + height - bottom) / 2) +
           safe(plot.up) + "</text>\n";
    out += format("<text x='%.1f' y='24' font-size='16' font-weight='bold' fill='#1b1e23'>", left) + safe(plot.title) + "</text>\n";
    return out;
}

std::string drawn(const Curve& curve, const Frame& frame) {
    std::string out;
    if (curve.kind == Curve::Kind::marks) {
        for (const Point& p : curve.points)
            out += format("<circle cx='%.1f' cy='%.1f' r='4' fill='#ffffff' stroke='%s' stroke-width='1.8'/>\n", frame.across(p.x),
                          frame.up(p.y), colour(curve.colour));
        return out;
    }
    out = "<polyline points='";
    for (const Point& p : curve.points) out += format("%.1f,%.1f ", frame.across(p.x), frame.up(p.y));
    out += format("' fill='none' stroke='%s' stroke-width='2'%s/>\n", colour(curve.colour),
                  curve.kind == Curve::Kind::dashed ? " stroke-dasharray='7 5'" : "");
    if (curve.points.size() <= 12 && curve.kind == Curve::Kind::line)  // few enough to have been measured one by one
        for (const Point& p : curve.points)
            out += format("<circle cx='%.1f' cy='%.1f' r='3' fill='%s'/>\n", frame.across(p.x), frame.up(p.y), colour(curve.colour));
    return out;
}

struct Legend {
    std::vector<const Curve*> curves{};
    double width = 0, height = 0;
    bool beside = false;  // the plot, which leaves no room for it
    Point corner{};
};

/// In the first corner that all curves leave free, or beside the plot.
void find_corner(Legend& legend, const Plot& plot, const Frame& frame) {
    const double w = legend.width, h = legend.height;
    const auto is_free = [&](double x, double y) {
        for (const Curve& curve : plot.curves)
            for (std::size_t k = 0; k < curve.points.size(); ++k)
                for (double t = 0; t < 1; t += 0.125) {  // along the line to the next point
                    const Point &a = curve.points[k], &b = curve.points[std::min(k + 1, curve.points.size() - 1)];
                    const double px = frame.across(a.x) + t * (frame.across(b.x) - frame.across(a.x));
                    const double py = frame.up(a.y) + t * (frame.up(b.y) - frame.up(a.y));
                    if (px > x - 6 && px < x + w + 6 && py > y - 6 && py < y + h + 6) return false;
                }
        return true;
    };
    for (const bool low : {false, true})
        for (const bool far : {true, false}) {
            legend.corner = {far ? width - right - w - 8 : left + 8, low ? height - bottom - h - 8 : top + 8};
            if (is_free(legend.corner.x, legend.corner.y)) return;
        }
    legend.beside = true;
    legend.corner = {width - right + 8, top};
}

Legend legend_of(const Plot& plot, const Frame& frame) {
    Legend legend;
    std::size_t longest = 0;
    for (const Curve& curve : plot.curves)
        if (!curve.name.empty()) legend.curves.push_back(&curve), longest = std::max(longest, curve.name.size());
    legend.width = 52 + 7.0 * static_cast<double>(longest);
    legend.height = legend_row * static_cast<double>(legend.curves.size()) + 10;
    find_corner(legend, plot, frame);
    return legend;
}

std::string drawn(const Legend& legend) {
    const auto [x, top_of_it] = legend.corner;
    std::string out = format("<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='#ffffff' fill-opacity='0.9'/>\n", x, top_of_it, legend.width,
                             legend.height);
    double y = top_of_it + legend_row;
    for (const Curve* curve : legend.curves) {
        const Curve::Kind kind = curve->kind;
        if (kind == Curve::Kind::marks)
            out += format("<circle cx='%.1f' cy='%.1f' r='4' fill='#ffffff' stroke='%s' stroke-width='1.8'/>\n", x + 22, y - 4,
                          colour(curve->colour));
        else
            out += format("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s' stroke-width='2'%s/>\n", x + 8, y - 4,
                          x + 36, y - 4, colour(curve->colour), kind == Curve::Kind::dashed ? " stroke-dasharray='7 5'" : "");
        out += format("<text x='%.1f' y='%.1f'>", x + 44, y) + safe(curve->name) + "</text>\n";
        y += legend_row;
    }
    return out;
}

}  // namespace

std::string svg_of(const Plot& plot) {
    const Frame frame{scale_of(plot, &Point::x), scale_of(plot, &Point::y)};
    const Legend legend = legend_of(plot, frame);
    const double whole = legend.beside ? width + legend.width : width;
    std::string out = format("<svg xmlns='http://www.w3.org/2000/svg' width='%g' height='%g' viewBox='0 0 %g %g' "
                             "font-family='Helvetica, Arial, sans-serif' font-size='12' fill='#4a4f57'>\n"
                             "<rect width='100%%' height='100%%' fill='#ffffff'/>\n",
                             whole, height, whole, height);
    out += axes(plot, frame);
    for (const Curve& curve : plot.curves) out += drawn(curve, frame);
    return out + drawn(legend) + "</svg>\n";
}

}  // namespace whorl::album

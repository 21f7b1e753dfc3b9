#include "scene/finite.hpp"

#include <algorithm>
#include <cmath>

namespace whorl::scene {

namespace {

/// At most `most` of n numbers, evenly spread, with the first, the middle and the last: where formulas like to fail.
std::vector<int> spread(int n, int most) {
    std::vector<int> all;
    if (n <= most) {
        for (int i = 0; i < n; ++i) all.push_back(i);
        return all;
    }
    for (int k = 0; k < most; ++k) all.push_back(static_cast<int>(std::int64_t{k} * (n - 1) / std::max(1, most - 1)));
    all.push_back(n / 2);
    return all;
}

class Trial {
  public:
    Trial(Reading& r, const Check& check, const Time& time, int budget) : r_(r), c_(check), time_(time) {
        int axes = 0;
        for (int a = 0; a < r.dimension; ++a) axes += uses(a) ? 1 : 0;
        const int times = uses(3) ? (axes > 0 ? 7 : 1000) : 1;
        const int along = axes == 0 ? 1 : std::max(3, static_cast<int>(std::pow(budget / times, 1.0 / axes)));
        for (int a = 0; a < 3; ++a) places_[static_cast<std::size_t>(a)] = places(a, along);
        set_times(times);
    }

    void run() {
        for (const double t : times_)
            for (const float z : places_[2])
                for (const float y : places_[1])
                    for (const float x : places_[0])
                        if (!good({x, y, z}, t)) return;
    }

  private:
    bool uses(int k) const { return c_.what.uses[static_cast<std::size_t>(k)]; }

    /// Coordinates along an axis, with the rounding that the engine has.
    std::vector<float> places(int a, int most) const {
        const auto k = static_cast<std::size_t>(a);
        if (a >= r_.dimension || !uses(a)) return {0.0f};
        const float length = static_cast<float>(r_.size[k]);
        if (c_.side == a) return {c_.high_side ? length : 0.0f};
        const float h = static_cast<float>(r_.size[k] / r_.cells[k]);
        const bool faces = c_.component == a;
        // The engine evaluates a little beyond the bounds of a shape.
        const int last = r_.cells[k] - (faces ? 0 : 1);
        const int low = index(c_.within[0][a] / h - 2, last), high = index(c_.within[1][a] / h + 2, last);
        std::vector<float> all;
        for (const int i : spread(high - low + 1, most))
            all.push_back(static_cast<float>(low + i) * h + (faces ? 0.0f : 0.5f * h));
        if (c_.side >= 0) all.push_back(0.0f), all.push_back(length);
        return all;
    }
    static int index(double x, int last) {
        return static_cast<int>(std::clamp(std::floor(x), 0.0, static_cast<double>(last)));
    }

    void set_times(int most) {
        const double end = time_.frames / time_.fps, first = 0.5 / (time_.fps * time_.steps_per_frame);
        times_ = {0.0};
        if (most == 1) return;
        times_.push_back(first);
        for (int k = 1; k <= most - 2; ++k) times_.push_back(k * end / (most - 2));
    }

    bool good(Vec3 p, double t) {
        const double v = c_.what.value(p, t);
        if (std::abs(v) <= c_.most) return true;
        const std::array<double, 4> at{p.x, p.y, p.z, t};
        const char* names[] = {"x = ", "y = ", "z = ", "t = "};
        std::string where;
        for (int k = 0; k < 4; ++k)
            if (uses(k)) where += (where.empty() ? "" : ", ") + (names[k] + shortened(at[static_cast<std::size_t>(k)]));
        r_.error(c_.what.from, "is " + in_quotes(c_.what.formula) + ", which is " + shortened(v) + " at " + where +
                                   "; it must be " +
                                   (std::isfinite(v) ? "at most " + text(c_.most) + " in size" : "finite everywhere"));
        return false;
    }
    static std::string shortened(double v) {
        char buffer[32];
        std::snprintf(buffer, sizeof buffer, "%.6g", std::isnan(v) ? std::abs(v) : v);
        return buffer;
    }

    Reading& r_;
    const Check& c_;
    const Time& time_;
    std::array<std::vector<float>, 3> places_;
    std::vector<double> times_;
};

}  // namespace

void require_finite(Reading& r, const std::vector<Check>& checks, const Time& time) {
    std::vector<const Check*> formulas;
    for (const Check& check : checks)
        if (!check.what.value.is_constant()) formulas.push_back(&check);
    if (formulas.empty()) return;
    const int budget =
        static_cast<int>(std::max<std::size_t>(64, std::min<std::size_t>(100000, 400000 / formulas.size())));
    for (const Check* check : formulas) Trial(r, *check, time, budget).run();
}

}  // namespace whorl::scene

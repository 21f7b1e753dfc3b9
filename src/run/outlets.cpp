#include "run/outlets.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "core/text.hpp"

namespace whorl {

namespace {

using Cell = std::array<int, 3>;

/// Walks through parts of the fluid that open faces connect.
class Walk {
  public:
    explicit Walk(const Simulation& fluid) : n_(fluid.cells()), dimension_(fluid.dimension()) {
        const Boundary& b = fluid.settings().boundary;
        const Side* sides[3][2] = {{&b.left, &b.right}, {&b.bottom, &b.top}, {&b.back, &b.front}};
        for (int a = 0; a < dimension_; ++a) {
            const auto k = static_cast<std::size_t>(a);
            kind_[k] = {sides[a][0]->kind, sides[a][1]->kind};
            openness_[k] = fluid.openness(a), velocity_[k] = fluid.velocity(a);
            double area = 1;
            for (int other = 0; other < dimension_; ++other) area *= other == a ? 1 : fluid.spacing()[other];
            area_[k] = area;
        }
        seen_.assign(static_cast<std::size_t>(n_[0]) * static_cast<std::size_t>(n_[1]) * static_cast<std::size_t>(n_[2]), 0);
    }

    std::string complaint() {
        for (int k = 0; k < n_[2]; ++k)
            for (int j = 0; j < n_[1]; ++j)
                for (int i = 0; i < n_[0]; ++i) {
                    if (seen_[number({i, j, k})]) continue;
                    const Part part = walk({i, j, k});
                    if (!part.outlet && std::abs(part.in) > 1e-4 * part.through)
                        return number_text(std::abs(part.in)) + (dimension_ == 2 ? " m2/s" : " m3/s") + " more flow " +
                               (part.in > 0 ? "into" : "out of") +
                               " a part of the domain that obstacles shut off from the open sides; the fluid there can not "
                               "keep its volume, and the pressure will not reach its tolerance: leave a gap between them";
                }
        return "";
    }

  private:
    struct Part {
        double in = 0, through = 0;
        bool outlet = false;
    };

    std::size_t number(const Cell& c) const {
        return (static_cast<std::size_t>(c[2]) * static_cast<std::size_t>(n_[1]) + static_cast<std::size_t>(c[1])) *
                   static_cast<std::size_t>(n_[0]) + static_cast<std::size_t>(c[0]);
    }
    void enter(const Cell& c) {
        if (seen_[number(c)]) return;
        seen_[number(c)] = 1;
        waiting_.push_back(c);
    }

    Part walk(const Cell& start) {
        Part part;
        enter(start);
        while (!waiting_.empty()) {
            const Cell c = waiting_.back();
            waiting_.pop_back();
            for (std::size_t a = 0; a < static_cast<std::size_t>(dimension_); ++a)
                for (const int s : {0, 1}) pass(c, a, s, part);
        }
        return part;
    }
    /// Through one face of a cell, or out of the domain.
    void pass(const Cell& c, std::size_t a, int s, Part& part) {
        Cell face = c, next = c;
        face[a] += s, next[a] += 2 * s - 1;
        const bool inside = next[a] >= 0 && next[a] < n_[a], open = openness_[a](face[0], face[1], face[2]) > 0;
        const Side::Kind kind = kind_[a][static_cast<std::size_t>(s)];
        if (inside || kind == Side::Kind::periodic) {
            next[a] = (next[a] + n_[a]) % n_[a];
            if (open) enter(next);
        } else if (kind == Side::Kind::open) {
            part.outlet |= open;
        } else if (kind == Side::Kind::inflow) {
            const double out = (2 * s - 1) * double{velocity_[a](face[0], face[1], face[2])} * area_[a];
            part.in -= out, part.through += std::abs(out);
        }
    }

    std::array<int, 3> n_;
    int dimension_;
    std::array<std::array<Side::Kind, 2>, 3> kind_{};
    std::array<FieldView, 3> openness_{}, velocity_{};
    std::array<double, 3> area_{};
    std::vector<char> seen_;
    std::vector<Cell> waiting_;
};

}  // namespace

std::string shut_in(const Simulation& fluid) {
    const Boundary& b = fluid.settings().boundary;
    bool inflows = false;
    for (const Side* side : {&b.left, &b.right, &b.bottom, &b.top, &b.back, &b.front})
        inflows |= side->kind == Side::Kind::inflow;
    return inflows && !fluid.settings().obstacles.empty() ? Walk(fluid).complaint() : "";
}

}  // namespace whorl

#pragma once
// Block cyclic reduction of a rectangle (Hockney & Golub 1965; Buzbee, Golub & Nielson 1970) in the form with partial
// fractions (Sweet 1988; Gallopoulos & Saad 1989), which stays accurate where the classic recursion does not, and takes
// any number of rows and any sides. It needs no transforms.
//
// Of the rows that are left every second one is eliminated, until one is left; then they come back in reverse.
//
//     kept L   o  |  o   eliminated J   o  |  o   kept R        between two kept rows the rest is a chain along y,
//     whose
//              `--- a chain of rows, of which J is one ---'     waves v and eigenvalues are known (Span)
//
//     f(R) += sum over waves k of  w v_k(J) v_k(last)  M_k^-1 f(J)           M_k = A along x + w eigenvalue_k + shift:
//     x(J)  = sum over waves k of  v_k(J)  M_k^-1 [v_k(J) f(J) + w v_k(first) x(L) + w v_k(last) x(R)]    tridiagonal
//
// Rows that repeat along y are a chain whose two ends meet in one more row, eliminated last.

#include <vector>

#include "exec/thread_scratch.hpp"
#include "poisson/line_system.hpp"

namespace whorl {

template <class Exec>
class CyclicReduction final : public Poisson<Exec, 2> {
  public:
    CyclicReduction(Exec& on, const Unknowns<2>& unknowns) : system_(on, unknowns) {
        this->takes_room(on, unknowns, {&r_});
        const auto rows = static_cast<std::size_t>(unknowns.extent[1]);
        waves_ = on.template buffer<Wave>(12 * (rows + 4));
        chains_.reserve(4 * 24);
        works_.reserve(10 * 24);
        levels_.reserve(24);
    }

    void prepare(Exec& on, const Coefficients<2>& coefficients) override {
        system_.prepare(on, coefficients);
        rectangle_ = find_rectangle(on, system_, name());
        across_ = LineSystem<lanes>(rectangle_.axis[0]);
        plan();
    }

    Report solve(Exec& on, Field& b, Field& x, const Goal& goal) override {
        if (!system_.begin(on, b, x, goal)) return system_.finish(on, x, 0, 0);
        double square = system_.first_residual(on, x, r_);
        const int times = refine(
            on, system_, x, r_, goal.limit > 0 ? goal.limit : 5, square, [&] { return system_.residual(on, x, r_); },
            [&](Field& r) {
                for (const Work& w : works_) run(on, w, r);
            });
        return system_.finish(on, x, times, square);
    }

    std::string_view name() const override { return "cyclic-reduction"; }

  private:
    static constexpr int lanes = 16;

    /// A wave of a chain: what it adds to the diagonal, and its share in what J gets from L, itself and R.
    struct Wave {
        float lambda, share[3];
    };
    struct Chain {
        int first, count;  // in waves_
        bool singular;     // its first wave is flat and nothing holds it
    };
    /// out [+]= sum over the waves of M^-1 (sum over sources), for `count` rows that lie `stride` apart.
    struct Work {
        int chain, out, stride, count;
        struct From {
            int offset, share;  // row relative to `out`; which share
        } from[3];
        int sources;
        bool adds;
    };

    // ---- What is to be done: found once for a system ----------------------------------------------------------------

    /// The chain of n rows with these ends, of which number j (from 0) is eliminated.
    int add_chain(int n, End low, End high, int j) {
        const Span& y = rectangle_.axis[1];
        const Span s{
            .first = 0, .n = n, .periodic = false, .low = low, .high = high, .weight = y.weight, .alone = y.alone};
        Chain c{used_, 0, system_.singular() && low == End::free && high == End::free};
        for (int k = 0; k < n; ++k) {
            const double here = s.wave(k, j);
            if (std::abs(here) < 1e-9) continue;  // a wave that is 0 there takes no part
            const double w = y.weight;
            waves_.data()[used_++] = {static_cast<float>(s.eigenvalue(k) + rectangle_.shift),
                                      {static_cast<float>(w * here * s.wave(k, 0)), static_cast<float>(here * here),
                                       static_cast<float>(w * here * s.wave(k, n - 1))}};
        }
        c.count = used_ - c.first;
        chains_.push_back(c);
        return static_cast<int>(chains_.size()) - 1;
    }

    /// The row in which the two ends of a periodic chain meet.
    int add_ring() {
        const Span& y = rectangle_.axis[1];
        Chain c{used_, 0, system_.singular()};
        for (int k = 0; 2 * k <= y.n; ++k) {
            const bool single = k == 0 || 2 * k == y.n;
            waves_.data()[used_++] = {static_cast<float>(y.eigenvalue(k) + rectangle_.shift),
                                      {0, static_cast<float>(single ? 1.0 / y.n : 2.0 / y.n), 0}};
        }
        c.count = used_ - c.first;
        chains_.push_back(c);
        return static_cast<int>(chains_.size()) - 1;
    }

    /// Rows count from 1; in a ring the last one is the hub, which is left until the end.
    void plan() {
        used_ = 0;
        chains_.clear();
        works_.clear();
        levels_.clear();
        const Span& y = rectangle_.axis[1];
        const int rows = y.periodic ? y.n - 1 : y.n, hub = y.periodic ? y.n : 0;
        for (int s = 1; s <= rows; s *= 2) levels_.push_back(make_level(s, rows));
        for (const Level& level : levels_) reduce(level, hub);
        if (hub) works_.push_back({add_ring(), hub, 0, 1, {{0, 1}}, 1, false});
        for (std::size_t l = levels_.size(); l-- > 0;) restore(levels_[l], hub);
    }

    struct Level {
        int s, rows;
        int inner, first, last;  // chains of most rows, of the first and of the last one that is eliminated
        int last_row;
        int chain_of(int row) const { return row == last_row ? last : row == s ? first : inner; }
    };
    Level make_level(int s, int rows) {
        const Span& y = rectangle_.axis[1];
        const End low = y.periodic ? End::point : y.low, high = y.periodic ? End::point : y.high;
        Level level{s, rows, -1, -1, -1, ((rows / s + 1) / 2 * 2 - 1) * s};
        const int j = level.last_row;
        const auto inner = [&] {
            if (level.inner < 0) level.inner = add_chain(2 * s - 1, End::point, End::point, s - 1);
            return level.inner;
        };
        const bool open_end = j + s > rows && !(j + s == rows + 1 && high == End::point);
        const End below = j == s ? low : End::point;
        if (open_end)
            level.last = add_chain(rows - (j - s), below, high, s - 1);
        else
            level.last = below == End::point ? inner() : add_chain(2 * s - 1, below, End::point, s - 1);
        if (j > s) level.first = low == End::point ? inner() : add_chain(2 * s - 1, low, End::point, s - 1);
        if (j > 3 * s) inner();
        return level;
    }

    void reduce(const Level& v, int hub) {
        const int s = v.s;
        const auto give = [&](int from, int share, int to) {
            works_.push_back({v.chain_of(from), to, 0, 1, {{from - to, share}}, 1, true});
        };
        // Most rows get the same from both sides, and at once.
        int regular = 0, start = 0;
        for (int k = 2 * s; k <= v.rows; k += 2 * s) {
            const bool right = k + s <= v.rows;
            if (right && v.chain_of(k - s) == v.inner && v.chain_of(k + s) == v.inner) {
                if (regular++ == 0) start = k;
                continue;
            }
            give(k - s, 2, k);
            if (right) give(k + s, 0, k);
        }
        if (regular > 0) works_.push_back({v.inner, start, 2 * s, regular, {{-s, 2}, {s, 0}}, 2, true});
        if (!hub) return;
        give(s, 0, hub);
        if (v.last_row + s > v.rows) give(v.last_row, 2, hub);
    }

    void restore(const Level& v, int hub) {
        const int s = v.s;
        const auto single = [&](int row) {
            Work w{v.chain_of(row), row, 0, 1, {{0, 1}}, 1, false};
            const int low = row - s > 0 ? row - s : hub, high = row + s <= v.rows ? row + s : hub;
            if (low) w.from[w.sources++] = {low - row, 0};
            if (high) w.from[w.sources++] = {high - row, 2};
            works_.push_back(w);
        };
        single(s);
        if (v.last_row > s) single(v.last_row);
        if (v.last_row > 3 * s)
            works_.push_back(
                {v.inner, 3 * s, 2 * s, (v.last_row - 3 * s) / (2 * s), {{0, 1}, {-s, 0}, {s, 2}}, 3, false});
    }

    // ---- Doing it ---------------------------------------------------------------------------------------------------

    /// Bundles of rows over threads; rows and waves of a bundle over lanes.
    void run(Exec& on, const Work& work, View<float> f) {
        const Chain& chain = chains_[static_cast<std::size_t>(work.chain)];
        const int per_bundle = chain.count < lanes ? lanes / chain.count : 1;
        const int bundles = (work.count + per_bundle - 1) / per_bundle;
        // A row of this box stands for a bundle, and is as long as the work in it.
        const int batches = (chain.count * per_bundle + lanes - 1) / lanes;
        const Box<2> box{{0, 0}, {2 * lanes * across_.n * batches, bundles}, {1, 0}, 0};
        on.for_each_row(box, [&](Cell<2> c, int) {
            const int first = c.i[1] * per_bundle;
            bundle(work, chain, first, whorl::min(per_bundle, work.count - first), f);
        });
    }

    void bundle(const Work& work, const Chain& chain, int first, int rows, View<float> f) const {
        const int n = across_.n, batches_of = rows == 1 ? lanes : chain.count;  // waves at a time, per row
        const Box<2> box = rectangle_.box(system_.unknowns().grid);
        const auto row_at = [&](int row) { return box.cell({box.lo[0], box.lo[1] + row - 1}).at; };
        float* y = thread_scratch(static_cast<std::size_t>(across_.scratch() + n * lanes + n * rows));
        float* sum = y + n * lanes;
        float* room = sum + n * rows;
        for (int k = 0; k < n * rows; ++k) sum[k] = 0;
        for (int k = 0; k < chain.count; k += batches_of) {
            const int count = whorl::min(batches_of, chain.count - k);
            float lambda[lanes], keep[lanes];
            for (int l = 0; l < lanes; ++l) lambda[l] = keep[l] = 1;
            for (int r = 0; r < rows; ++r)
                for (int j = 0; j < count; ++j) {
                    lambda[r * count + j] = waves_.data()[chain.first + k + j].lambda;
                    keep[r * count + j] = chain.singular && k + j == 0 ? 0.0f : 1.0f;
                }
            for (int i = 0; i < n * lanes; ++i) y[i] = 0;
            for (int r = 0; r < rows; ++r)
                for (int s = 0; s < work.sources; ++s) {
                    const int at = row_at(work.out + (first + r) * work.stride + work.from[s].offset);
                    float share[lanes];
                    for (int j = 0; j < count; ++j)
                        share[j] = waves_.data()[chain.first + k + j].share[work.from[s].share];
                    for (int i = 0; i < n; ++i)
                        for (int j = 0; j < count; ++j) y[i * lanes + r * count + j] += share[j] * f[at + i];
                }
            across_.solve(lambda, keep, y, room);
            for (int r = 0; r < rows; ++r)
                for (int i = 0; i < n; ++i) {
                    float all = 0;
                    for (int j = 0; j < count; ++j) all += y[i * lanes + r * count + j];
                    sum[r * n + i] += all;
                }
        }
        for (int r = 0; r < rows; ++r) {
            const int at = row_at(work.out + (first + r) * work.stride);
            for (int i = 0; i < n; ++i) f[at + i] = (work.adds ? f[at + i] : 0.0f) + sum[r * n + i];
        }
    }

    System<Exec, 2> system_;
    Field r_;
    Rectangle<2> rectangle_{};
    LineSystem<lanes> across_{};
    Buffer<Wave> waves_;
    int used_ = 0;
    std::vector<Chain> chains_;
    std::vector<Work> works_;
    std::vector<Level> levels_;
};

}  // namespace whorl

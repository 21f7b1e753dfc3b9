#include <session/streamlines.hpp>

#include <algorithm>
#include <cmath>
#include <deque>

namespace studio {

namespace {

template <int D>
class Drawing {
  public:
    Drawing(const Flow<D>& flow, float apart, float slowest)
        : flow_(flow),
          apart_(apart),
          step_(0.22f * apart),
          slowest_(slowest),
          parts_(static_cast<int>(step_ / flow.cell()) + 1) {
        std::size_t count = 1;
        for (std::size_t a = 0; a < D; ++a) {
            buckets_along_[a] = static_cast<int>(flow.size(a) / apart) + 1;
            count *= static_cast<std::size_t>(buckets_along_[a]);
        }
        buckets_.resize(count);
    }

    std::vector<Line<D>> all() {
        // Regions that no line leads into get theirs from a lattice of seeds.
        Place<D> seed;
        seed.fill(0.5f * apart_);
        while (seed[D - 1] < flow_.size(D - 1)) {
            begin(seed);
            while (!seeds_.empty()) {
                const Place<D> next = seeds_.front();
                seeds_.pop_front();
                begin(next);
            }
            seed[0] += 2 * apart_;
            for (std::size_t a = 0; a + 1 < D && seed[a] >= flow_.size(a); ++a)
                seed[a] = 0.5f * apart_, seed[a + 1] += 2 * apart_;
        }
        return std::move(lines_);
    }

  private:
    struct Mark {
        Place<D> at;
        int line, place;
    };

    /// Each bucket that reaches within so many of the one a place is in: none, or its neighbours as well.
    template <class Visit>
    void near(const Place<D>& at, int reach, Visit visit) {
        int low[D], high[D], i[D];
        for (std::size_t a = 0; a < D; ++a) {
            const int here = std::clamp(static_cast<int>(at[a] / apart_), 0, buckets_along_[a] - 1);
            i[a] = low[a] = std::max(here - reach, 0), high[a] = std::min(here + reach, buckets_along_[a] - 1);
        }
        for (;;) {
            std::size_t index = 0;
            for (std::size_t a = D; a-- > 0;)
                index = index * static_cast<std::size_t>(buckets_along_[a]) + static_cast<std::size_t>(i[a]);
            visit(buckets_[index]);
            std::size_t a = 0;
            for (; a < D && ++i[a] > high[a]; ++a) i[a] = low[a];
            if (a == D) return;
        }
    }

    /// Whether a place is nearer than that to a line; to its own, only to what lies farther back along it.
    bool crowded(const Place<D>& at, float least, int line, int place) {
        const int back = static_cast<int>(2.5f * least / step_) + 2;
        bool found = false;
        near(at, 1, [&](const std::vector<Mark>& bucket) {
            for (const Mark& m : bucket) {
                if (found) return;
                if (m.line == line && std::abs(m.place - place) < back) continue;
                float apart = 0;
                for (std::size_t a = 0; a < D; ++a) apart += (m.at[a] - at[a]) * (m.at[a] - at[a]);
                found = apart < least * least;
            }
        });
        return found;
    }

    void begin(const Place<D>& seed) {
        if (!flow_.is_inside(seed)) return;
        const int line = static_cast<int>(lines_.size());
        if (crowded(seed, 0.95f * apart_, line, 0)) return;
        Line<D> back = half(seed, -1, line), forth = half(seed, 1, line);
        std::reverse(back.begin(), back.end());
        if (!back.empty() && !forth.empty()) forth.erase(forth.begin());  // both begin at the seed
        back.insert(back.end(), forth.begin(), forth.end());
        if (back.size() < 5) {
            for (const LinePoint<D>& p : back)
                near(p.at, 0, [&](std::vector<Mark>& bucket) {
                    std::erase_if(bucket, [&](const Mark& m) { return m.line == line; });
                });
            return;
        }
        for (std::size_t i = 0; i + 1 < back.size(); i += 6) sow_beside(back[i].at, back[i + 1].at);
        lines_.push_back(std::move(back));
    }

    /// Seeds on both sides along each axis, as far as it lies across the way.
    void sow_beside(const Place<D>& at, const Place<D>& next) {
        Place<D> way;
        for (std::size_t a = 0; a < D; ++a) way[a] = next[a] - at[a];
        const float far = std::max(length<D>(way), 1e-20f);
        for (std::size_t a = 0; a < D; ++a) {
            Place<D> across{};
            across[a] = 1;
            for (std::size_t b = 0; b < D; ++b) across[b] -= way[a] * way[b] / (far * far);
            const float left = length<D>(across);
            if (left < 0.5f) continue;
            for (const float side : {-apart_ / left, apart_ / left}) {
                Place<D> seed = at;
                for (std::size_t b = 0; b < D; ++b) seed[b] += side * across[b];
                seeds_.push_back(seed);
            }
        }
    }

    Line<D> half(Place<D> at, int sign, int line) {
        constexpr int longest = 600;
        Line<D> points;
        for (int n = 0; n < longest; ++n) {
            const float speed = length<D>(flow_.velocity(at));
            if (!(speed > slowest_) || flow_.is_solid(at)) break;
            if (n > 0 && crowded(at, 0.55f * apart_, line, sign * n)) break;
            points.push_back({at, speed});
            near(at, 0, [&](std::vector<Mark>& bucket) { bucket.push_back({at, line, sign * n}); });
            for (int part = 0; part < parts_; ++part)
                flow_.follow(at, static_cast<float>(sign) * step_ / (speed * static_cast<float>(parts_)));
            if (!flow_.is_inside(at)) break;
        }
        return points;
    }

    const Flow<D>& flow_;
    float apart_, step_, slowest_;
    int parts_;  // of a step, each at most a cell long
    int buckets_along_[D];
    std::vector<std::vector<Mark>> buckets_;
    std::vector<Line<D>> lines_;
    std::deque<Place<D>> seeds_;
};

}  // namespace

template <int D>
std::vector<Line<D>> streamlines(const Flow<D>& flow, float apart, float slowest) {
    return Drawing<D>(flow, apart, slowest).all();
}
template std::vector<Line<2>> streamlines(const Flow<2>&, float, float);
template std::vector<Line<3>> streamlines(const Flow<3>&, float, float);

}  // namespace studio

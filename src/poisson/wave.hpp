#pragma once
// Several sweeps over a level in one trip through memory. Each stage follows the one before it by a plane, so what one
// stage wrote is still in cache when the next reads it. Threads take slabs of planes; where a stage needs planes of
// another slab it waits until all slabs are through, then the planes that were left over are done. No stage depends on
// the order in which another takes its planes, so the result does not depend on the slabs.

#include <algorithm>

#include "core/field.hpp"

namespace whorl {

template <class Exec>
class Wave {
  public:
    static constexpr int most_stages = 10;
    /// How many planes below its own each stage looks at.
    struct Below {
        int planes[most_stages] = {0, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    };

    Wave() = default;
    /// Planes across the last axis; in a plane, rows.
    Wave(Exec& on, int planes, int cells_per_plane, bool periodic)
        : planes_(planes), cells_(cells_per_plane), periodic_(periodic) {
        done_ = on.template buffer<char>(static_cast<std::size_t>(most_stages * planes));
        left_ = on.template buffer<int>(static_cast<std::size_t>(planes));
    }

    /// stage(s, plane) for every stage s < `stages` and every plane, where stage s of a plane comes after stage s - 1
    /// of that plane, the one above and those below it that `below` tells. `between()` runs before planes that were left over:
    /// ghosts along a periodic axis are brought up to date there.
    template <class Stage, class Between>
    void run(Exec& on, int stages, const Below& below, const Stage& stage, const Between& between) {
        char* const done = done_.data();
        const int n = planes_;
        std::fill(done, done + stages * n, char{0});
        on.for_each_slab(n, cells_, [&](int first, int end) {
            int lo[most_stages], hi[most_stages], next[most_stages];
            lo[0] = next[0] = first, hi[0] = end;
            for (int s = 1; s < stages; ++s) {
                lo[s] = first == 0 && !periodic_ ? 0 : lo[s - 1] + below.planes[s];
                hi[s] = end == n && !periodic_ ? n : hi[s - 1] - 1;
                next[s] = lo[s];
            }
            const auto take = [&](int s) {
                stage(s, next[s]);
                done[s * n + next[s]] = 1;
                ++next[s];
            };
            while (next[0] < end) {
                take(0);
                for (int s = 1; s < stages; ++s)
                    while (next[s] < hi[s] && (next[s] + 1 < next[s - 1] || next[s - 1] == n)) take(s);
            }
        });
        for (int s = 1; s < stages; ++s) {
            int* const left = left_.data();
            int count = 0;
            for (int k = 0; k < n; ++k)
                if (!done[s * n + k]) left[count++] = k;
            if (count == 0) continue;
            between();
            on.for_each_item(count, cells_, [&](int i) { stage(s, left[i]); });
        }
    }

  private:
    int planes_ = 0, cells_ = 0;
    bool periodic_ = false;
    Buffer<char> done_;
    Buffer<int> left_;
};

}  // namespace whorl

#include <session/streamlines.hpp>

#include <algorithm>
#include <cmath>
#include <deque>

namespace studio {

namespace {

class Drawing {
  public:
    Drawing(const Flow& flow, float apart, float slowest)
        : flow_(flow),
          apart_(apart),
          step_(0.22f * apart),
          slowest_(slowest),
          columns_(static_cast<int>(flow.width() / apart) + 1),
          rows_(static_cast<int>(flow.height() / apart) + 1),
          buckets_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {}

    std::vector<Line> all() {
        // Regions that no line leads into get theirs from a lattice of seeds.
        for (float y = 0.5f * apart_; y < flow_.height(); y += 2 * apart_)
            for (float x = 0.5f * apart_; x < flow_.width(); x += 2 * apart_) {
                begin({x, y});
                while (!seeds_.empty()) {
                    const Seed next = seeds_.front();
                    seeds_.pop_front();
                    begin(next);
                }
            }
        return std::move(lines_);
    }

  private:
    struct Seed {
        float x, y;
    };
    struct Mark {
        float x, y;
        int line, place;
    };

    int column(float x) const { return std::clamp(static_cast<int>(x / apart_), 0, columns_ - 1); }
    int row(float y) const { return std::clamp(static_cast<int>(y / apart_), 0, rows_ - 1); }
    std::vector<Mark>& bucket(int i, int j) {
        return buckets_[static_cast<std::size_t>(j) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(i)];
    }

    /// Whether a place is nearer than that to a line; to its own, only to what lies farther back along it.
    bool crowded(float x, float y, float near, int line, int place) {
        const int back = static_cast<int>(2.5f * near / step_) + 2;
        for (int j = std::max(row(y) - 1, 0); j <= std::min(row(y) + 1, rows_ - 1); ++j)
            for (int i = std::max(column(x) - 1, 0); i <= std::min(column(x) + 1, columns_ - 1); ++i)
                for (const Mark& m : bucket(i, j)) {
                    if (m.line == line && std::abs(m.place - place) < back) continue;
                    if ((m.x - x) * (m.x - x) + (m.y - y) * (m.y - y) < near * near) return true;
                }
        return false;
    }

    void begin(Seed seed) {
        if (seed.x < 0 || seed.y < 0 || seed.x > flow_.width() || seed.y > flow_.height()) return;
        const int line = static_cast<int>(lines_.size());
        if (crowded(seed.x, seed.y, 0.95f * apart_, line, 0)) return;
        Line back = half(seed, -1, line), forth = half(seed, 1, line);
        std::reverse(back.begin(), back.end());
        if (!back.empty() && !forth.empty()) forth.erase(forth.begin());  // both begin at the seed
        back.insert(back.end(), forth.begin(), forth.end());
        if (back.size() < 5) {
            for (const LinePoint& p : back)
                std::erase_if(bucket(column(p.x), row(p.y)), [&](const Mark& m) { return m.line == line; });
            return;
        }
        for (std::size_t i = 0; i + 1 < back.size(); i += 6) {
            const float dx = back[i + 1].x - back[i].x, dy = back[i + 1].y - back[i].y,
                        length = std::max(std::hypot(dx, dy), 1e-20f);
            for (const float side : {-apart_, apart_})
                seeds_.push_back({back[i].x - side * dy / length, back[i].y + side * dx / length});
        }
        lines_.push_back(std::move(back));
    }

    Line half(Seed from, int sign, int line) {
        constexpr int longest = 600;
        Line points;
        float x = from.x, y = from.y;
        for (int n = 0; n < longest; ++n) {
            const Flow::Velocity u = flow_.at(x, y);
            const float speed = std::hypot(u.x, u.y);
            if (!(speed > slowest_) || flow_.is_solid(x, y)) break;
            if (n > 0 && crowded(x, y, 0.55f * apart_, line, sign * n)) break;
            points.push_back({x, y, speed});
            bucket(column(x), row(y)).push_back({x, y, line, sign * n});
            flow_.follow(x, y, static_cast<float>(sign) * step_ / speed);
            if (x < 0 || y < 0 || x > flow_.width() || y > flow_.height()) break;
        }
        return points;
    }

    const Flow& flow_;
    float apart_, step_, slowest_;
    int columns_, rows_;
    std::vector<std::vector<Mark>> buckets_;
    std::vector<Line> lines_;
    std::deque<Seed> seeds_;
};

}  // namespace

std::vector<Line> streamlines(const Flow& flow, float apart, float slowest) {
    return Drawing(flow, apart, slowest).all();
}

}  // namespace studio

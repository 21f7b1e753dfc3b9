#pragma once
// A shape in the memory of a device, ready to be filled with something.

#include <algorithm>
#include <cmath>

#include "flow/values.hpp"

namespace whorl {

/// Part of [from, to] that lies in a window of time.
inline double overlap(const Window& w, double from, double to) {
    return std::max(0.0, std::min(w.to, to) - std::max(w.from, from));
}

/// How an amount acts in a step: what it is multiplied with before it is added, and how much of what was there goes.
struct Dose {
    double scale;
    double keep;
};
inline Dose dose(Mode mode, double rate, double seconds) {
    if (mode == Mode::add) return {seconds, 0};
    const double part = rate > 0 ? -std::expm1(-rate * seconds) : 1.0;
    return {part, part};
}

/// The meshes and lattices of a shape in the memory of a device.
template <class Exec> class DeviceModels {
  public:
    DeviceModels() = default;
    DeviceModels(Exec& on, std::shared_ptr<const Shape::Models> of) : of_(std::move(of)) {
        if (!of_) return;
        std::vector<ModelView> views;
        for (const auto& model : of_->all) {
            Parts& own = parts_.emplace_back();
            own.boxes = uploaded(on, model->boxes);
            own.triangles = uploaded(on, model->triangles);
            own.values = uploaded(on, model->values);
            views.push_back(model->placed(own.boxes.data(), own.triangles.data(), own.values.data()));
        }
        views_ = uploaded(on, views);
    }
    const ModelView* views() const { return views_.data(); }
    bool are(const std::shared_ptr<const Shape::Models>& others) const { return of_ == others; }

  private:
    struct Parts {
        Buffer<MeshBox> boxes;
        Buffer<MeshTriangle> triangles;
        Buffer<float> values;
    };
    template <class T> static Buffer<T> uploaded(Exec& on, const std::vector<T>& from) {
        Buffer<T> to = on.template buffer<T>(from.size());
        if (to.data() && !from.empty()) on.upload(from.data(), from.size(), to);  // without data: only counting memory
        return to;
    }

    std::shared_ptr<const Shape::Models> of_;
    std::vector<Parts> parts_;
    Buffer<ModelView> views_;
};

template <class Exec, int D> class Region {
  public:
    /// Where the program of the shape is kept; a shape of more nodes than `most_nodes` does not fit later.
    Region(Exec& on, std::size_t most_nodes, Array<bool, D> periodic = {})
        : nodes_(on.template buffer<Shape::Node>(most_nodes)), periodic_(periodic) {}
    Region(Exec& on, const Shape& shape, Array<bool, D> periodic = {}) : Region(on, shape.nodes().size(), periodic) {
        models_ = DeviceModels<Exec>(on, shape.models());
        take(on, shape);
    }

    void take(Exec& on, const Shape& shape) {
        if (shape.models() && !models_.are(shape.models()))
            throw Error("a mesh, mask or distance needs memory, and none is taken between steps; make it part of the "
                        "settings, as a source or a force with a time window");
        if (!nodes_.data()) return;  // only counting memory
        on.upload(shape.nodes().data(), shape.nodes().size(), nodes_);
        count_ = static_cast<int>(shape.nodes().size());
        bounds_ = shape.bounds();
    }
    bool fits(const Shape& shape) const { return shape.nodes().size() <= nodes_.size(); }
    ShapeView<D> view() const { return {nodes_.data(), count_, models_.views()}; }

    /// f += scale * amount - keep f inside the shape, for the values of one kind.
    void splat(Exec& on, const Grid<D>& grid, Field& f, int kind, const Amount<Exec, D>& amount, Dose d, float limit) const {
        splat(on, grid, f, kind, amount.number(), amount.field(), d, limit);
    }
    void splat(Exec& on, const Grid<D>& grid, Field& f, int kind, double amount, View<const float> field, Dose d,
               float limit) const {
        float width = grid.h()[0];
        for (int a = 1; a < D; ++a) width = whorl::max(width, grid.h()[a]);
        on.for_each(touched(grid, kind), Splat<D>{.shape = view(),
                                                  .places = places(grid, kind),
                                                  .per_width = 1 / width,
                                                  .value = to_float(amount * d.scale, limit),
                                                  .amount = field,
                                                  .scale = to_float(d.scale, 1e18),
                                                  .keep = static_cast<float>(d.keep),
                                                  .limit = limit,
                                                  .f = f});
        if (kind != centre && periodic_[kind]) join_seam(on, grid, f, kind);
    }

    /// The values of one kind that the shape can touch.
    Box<D> touched(const Grid<D>& grid, int kind) const {
        return clipped(grid, kind == centre ? grid.cells() : grid.faces(kind));
    }

    /// The part of a box of the grid that the shape can touch.
    Box<D> clipped(const Grid<D>& grid, Box<D> box) const { return clipped(grid, box, bounds_); }
    /// The same for a shape that has these bounds now, with so many cells around it.
    Box<D> clipped(const Grid<D>& grid, Box<D> box, const std::array<Vec3, 2>& bounds, int margin = 2) const {
        for (int a = 0; a < D; ++a) {
            const double h = grid.h()[a];
            // Across a periodic seam the images of the shape come in from the other end.
            if (periodic_[a] && (bounds[0][a] < (margin + 1) * h || bounds[1][a] > (grid.n()[a] - margin - 1) * h)) continue;
            box.lo[a] = index(bounds[0][a] / h - margin, box.lo[a], box.hi[a]);
            box.hi[a] = index(bounds[1][a] / h + margin + 1, box.lo[a], box.hi[a]);
        }
        return box;
    }

    /// The places of one kind, with the periods along which the shape repeats.
    Places<D> places(const Grid<D>& grid, int kind) const {
        Places<D> p = places_of(grid, kind);
        for (int a = 0; a < D; ++a)
            if (periodic_[a]) p.period[a] = static_cast<float>(grid.n()[a]) * grid.h()[a];
        return p;
    }

  private:
    static int index(double x, int lo, int hi) {
        return static_cast<int>(std::max<double>(lo, std::min<double>(hi, std::floor(x))));
    }

    Buffer<Shape::Node> nodes_;
    DeviceModels<Exec> models_;
    Array<bool, D> periodic_{};
    int count_ = 0;
    std::array<Vec3, 2> bounds_{};
};

}  // namespace whorl

#pragma once
// Bodies on the grid: how far away they are, which faces they shut and how these move, where they are thin.

#include "flow/chambers.hpp"
#include "flow/pose.hpp"
#include "flow/side_velocities.hpp"
#include "flow/surface.hpp"
#include "kernels/bodies.hpp"
#include "kernels/diffusion.hpp"
#include "kernels/passage.hpp"

namespace whorl {

template <class Exec, int D> class Bodies {
  public:
    /// Takes the memory that bodies need in the flow.
    Bodies(Exec& on, Flow<D>& f, const std::vector<Obstacle>& obstacles)
        : solids_(on.template buffer<Solid<D>>(obstacles.size())) {
        f.has_bodies = !obstacles.empty();
        if (!f.has_bodies) return;
        f.corner = on.field(f.grid), f.clearance = on.field(f.grid), f.owner = on.field(f.grid);
        f.thin = on.field(f.grid);
        for (std::size_t k = 0; k < obstacles.size(); ++k) {
            bodies_.push_back({obstacles[k], Region<Exec, D>(on, obstacles[k].shape, f.periodic), obstacles[k].shape.bounds(),
                               "obstacles[" + std::to_string(k) + "].motion"});
            f.bodies_move = f.bodies_move || obstacles[k].motion.moves();
            f.bodies_slip = f.bodies_slip || obstacles[k].surface == Obstacle::Surface::free_slip;
        }
        host_.resize(obstacles.size());
        f.was_fluid = f.bodies_move ? on.field(f.grid) : Field{};
        bool has_chambers = false;
        for (auto& q : f.carried) {
            std::vector<float> held(obstacles.size(), NAN);
            for (std::size_t k = 0; k < obstacles.size(); ++k)
                if (const auto found = obstacles[k].held.find(q.name); found != obstacles[k].held.end())
                    held[k] = static_cast<float>(found->second), q.held = on.template buffer<float>(held.size());
            if (q.held.data()) on.upload(held.data(), held.size(), q.held);
            if (!(q.diffusion > 0) || std::exchange(has_chambers, true)) continue;
            f.chamber = on.field(f.grid);
            chamber_stack_ = on.template host_buffer<Cell<D>>(static_cast<std::size_t>(f.grid.cell_count()));
        }
    }

    /// Places all bodies where they are at the time `to`, having come from where they were at the time `from`.
    /// What can not be evaluated is refused before anything has changed.
    void place(Exec& on, Flow<D>& f, Scratch<D>& s, double from, double to) {
        take_poses(f, from, to);
        on.upload(host_.data(), host_.size(), solids_);
        f.solids = {solids_.data(), static_cast<int>(host_.size()), gap(f)};
        if (f.bodies_move) std::swap(f.fluid, f.was_fluid);
        measure(on, f);
        shut_faces(on, f);
        set_velocities(on, f);
        find_thin(on, f, s);
        if (chamber_stack_.size() > 0) number_chambers(on, f, chamber_stack_);
    }

    /// The velocity of the sides, where no body covers them.
    void set_side_velocities(Exec& on, Flow<D>& f, double time) const {
        whorl::set_side_velocities(on, f, time);
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            const CoverSide<D, A> cover{.step = f.grid.step(), .corner = f.corner, .velocity = f.solid[A]};
            for (const Body& body : bodies_)
                for (int s = 0; s < 2; ++s) on.for_each(body.region.clipped(f.grid, side_faces(f.grid, A, s), body.bounds), cover);
        });
    }

    /// How fast it turns (radians/s, about each axis).
    Vec3 spin(std::size_t body) const { return bodies_[body].spin; }

  private:
    static constexpr int reach = 6;       // cells around a body in which its distance is known
    static constexpr int thin_reach = 3;  // cells around a thin one in which only what is seen counts

    struct Body {
        Obstacle obstacle;
        Region<Exec, D> region;
        std::array<Vec3, 2> drawn;  // bounds of the shape (m)
        std::string name;
        std::array<Vec3, 2> bounds{};  // now
        Vec3 spin{};
    };

    static float least_spacing(const Flow<D>& f) {
        float h = f.grid.h()[0];
        for (int a = 1; a < D; ++a) h = whorl::min(h, f.grid.h()[a]);
        return h;
    }
    static float largest_spacing(const Flow<D>& f) {
        float h = f.grid.h()[0];
        for (int a = 1; a < D; ++a) h = whorl::max(h, f.grid.h()[a]);
        return h;
    }
    static float gap(const Flow<D>& f) { return 0.005f * least_spacing(f); }

    void take_poses(Flow<D>& f, double from, double to) {
        double travel = 0;
        for (std::size_t k = 0; k < bodies_.size(); ++k) {
            Body& body = bodies_[k];
            const Motion& motion = body.obstacle.motion;
            Solid<D>& solid = host_[k];
            solid = {.shape = body.region.view(),
                     .period = body.region.places(f.grid, centre).period,
                     .before = pose_at<D>(motion, from, body.name),
                     .now = pose_at<D>(motion, to, body.name),
                     .per_second = motion.moves() && to > from ? to_float(1 / (to - from), 1e18) : 0.0f,
                     .slips = body.obstacle.surface == Obstacle::Surface::free_slip};
            body.bounds = bounds_at(solid.now, body.drawn);
            if (to > from) body.spin = spin_of(motion, (motion.turn({}, to) - motion.turn({}, from)) / (to - from));
            travel = std::max(travel, travelled(f, solid, body.bounds));
        }
        f.body_travel = to_float(travel, 1e30);
    }
    static Vec3 spin_of(const Motion& motion, double rate) {
        const Vec3 axis = D == 2 ? Vec3{0, 0, 1} : motion.axis;
        const double length = std::hypot(axis.x, axis.y, axis.z);
        return {rate * axis.x / length, rate * axis.y / length, rate * axis.z / length};
    }
    /// How far (m) any point of a body that is inside the domain has come: no further than the corners of its bounds.
    static double travelled(const Flow<D>& f, const Solid<D>& solid, const std::array<Vec3, 2>& bounds) {
        if (solid.per_second == 0) return 0;
        double most = 0;
        for (int k = 0; k < 1 << D; ++k) {
            Vec<D> p{};
            for (int a = 0; a < D; ++a) {
                const double length = double{f.grid.h()[a]} * f.grid.n()[a];
                p[a] = static_cast<float>(k >> a & 1 ? std::min(bounds[1][a], 2 * length) : std::max(bounds[0][a], -length));
            }
            const Vec<D> from = solid.before.to_world(solid.now.to_body(p));
            double way = 0;
            for (int a = 0; a < D; ++a) way += (double{p[a]} - from[a]) * (double{p[a]} - from[a]);
            most = std::max(most, std::sqrt(way));
        }
        return most;
    }

    /// The distances around all bodies, at the corners and in the middle of cells.
    void measure(Exec& on, Flow<D>& f) {
        if (!f.has_bodies) return;
        const float far = (reach - 1) * least_spacing(f);
        const Box<D> all = f.grid.all();
        on.for_each(all, Fill<D>{.value = far, .f = f.corner});
        on.for_each(all, Fill<D>{.value = far, .f = f.clearance});
        Places<D> at_corners = places_of(f.grid, centre);
        at_corners.first = {};
        for (std::size_t k = 0; k < bodies_.size(); ++k) {
            const Body& body = bodies_[k];
            NearestBody<D> nearest{.body = host_[k],
                                   .number = static_cast<float>(k),
                                   .places = places_of(f.grid, centre),
                                   .distance = f.clearance,
                                   .owner = f.owner};
            on.for_each(body.region.clipped(f.grid, all, body.bounds, reach), nearest);
            nearest.places = at_corners, nearest.distance = f.corner, nearest.owner = {};
            on.for_each(body.region.clipped(f.grid, all, body.bounds, reach), nearest);
        }
        // Beyond a seam is what is one period away, also of bodies that are too long to repeat.
        const Rules<D> plain = f.sides.no_gradient();
        for (int a = 0; a < D; ++a)
            if (f.periodic[a])
                return fill_ghosts(on, f.grid, f.clearance, centre, plain, f.periodic),
                       fill_ghosts(on, f.grid, f.owner, centre, plain, f.periodic);
    }

    /// Openness of all faces, which cells hold fluid, and where bodies are.
    void shut_faces(Exec& on, Flow<D>& f) {
        const Rules<D> plain = f.sides.no_gradient();
        for (int a = 0; a < D; ++a) on.for_each(f.grid.faces(a), Fill<D>{.value = 1, .f = f.openness[a]});
        f.bodies = f.grid.box(f.grid.n(), {});
        for (const Body& body : bodies_) {
            for_axes<D>([&](auto a) {
                constexpr int A = decltype(a){};
                Places<D> corners = places_of(f.grid, centre);
                corners.first = {};
                on.for_each(body.region.clipped(f.grid, f.grid.faces(A), body.bounds),
                            FaceOpenness<D, A>{.solids = f.solids,
                                               .middles = places_of(f.grid, centre),
                                               .corners = corners,
                                               .step = f.grid.step(),
                                               .h = f.grid.h()[A],
                                               .corner = f.corner,
                                               .clearance = f.clearance,
                                               .openness = f.openness[A]});
            });
            const Box<D> box = body.region.clipped(f.grid, f.grid.cells(), body.bounds);
            for (int a = 0; a < D; ++a) {
                f.bodies.lo[a] = whorl::min(f.bodies.lo[a], box.lo[a]);
                f.bodies.hi[a] = whorl::max(f.bodies.hi[a], box.hi[a]);
            }
        }
        for (int a = 0; a < D; ++a) {
            if (f.periodic[a]) join_seam(on, f.grid, f.openness[a], a);
            if (f.periodic[a] && f.has_bodies) join_ends(on, f.grid, f.corner, a);
            fill_ghosts(on, f.grid, f.openness[a], a, plain, f.periodic);
        }
        // Bodies alone decide what is fluid: a cell between walls still is.
        on.for_each(f.grid.cells(), FluidCells<D>{.step = f.grid.step(), .openness = std::as_const(f.openness), .fluid = f.fluid});
        fill_ghosts(on, f.grid, f.fluid, centre, plain, f.periodic);
        for (int a = 0; a < D; ++a) {
            for (int s = 0; s < 2; ++s)
                if (f.sides.shut(a, s)) on.for_each(side_faces(f.grid, a, s), Fill<D>{.value = 0, .f = f.openness[a]});
            fill_ghosts(on, f.grid, f.openness[a], a, plain, f.periodic);
        }
    }

    /// How the faces move that bodies shut; those on the sides of the domain belong to these.
    void set_velocities(Exec& on, Flow<D>& f) {
        if (!f.bodies_move) return;
        for_axes<D>([&](auto a) {
            constexpr int A = decltype(a){};
            Box<D> faces = f.grid.faces(A);
            if (!f.periodic[A]) faces.lo[A] += 1, faces.hi[A] -= 1;
            for (const Body& body : bodies_)
                on.for_each(body.region.clipped(f.grid, faces, body.bounds),
                            SolidVelocity<D, A>{.solids = f.solids,
                                                .places = places_of(f.grid, A),
                                                .openness = f.openness[A],
                                                .velocity = f.solid[A]});
        });
    }

    /// Where bodies are thinner than what an interpolation reaches across, and some cells around.
    void find_thin(Exec& on, Flow<D>& f, Scratch<D>& s) {
        f.has_thin = false;
        if (!f.has_bodies) return;
        const Rules<D> plain = f.sides.no_gradient();
        on.clear(f.thin);
        on.for_each(f.bodies, ThinSpots<D>{.step = f.grid.step(),
                                           .n = f.grid.n(),
                                           .near = largest_spacing(f),
                                           .fluid = f.fluid,
                                           .clearance = f.clearance,
                                           .openness = std::as_const(f.openness),
                                           .thin = f.thin});
        f.has_thin = on.max(f.bodies, Size<D>{f.thin}) > 0;
        if (!f.has_thin) return;
        Box<D> around = f.bodies;
        for (int a = 0; a < D; ++a) {
            around.lo[a] = whorl::max(around.lo[a] - thin_reach, 0);
            around.hi[a] = whorl::min(around.hi[a] + thin_reach, f.grid.n()[a]);
        }
        on.clear(s.a);
        for (int k = 0; k < thin_reach; ++k) {
            fill_ghosts(on, f.grid, f.thin, centre, plain, f.periodic);
            on.for_each(around, Widen<D>{.step = f.grid.step(), .from = f.thin, .to = s.a});
            std::swap(f.thin, s.a);
        }
        fill_ghosts(on, f.grid, f.thin, centre, plain, f.periodic);
    }

    Buffer<Solid<D>> solids_;
    std::vector<Body> bodies_;
    std::vector<Solid<D>> host_;
    Buffer<Cell<D>> chamber_stack_;
};

}  // namespace whorl

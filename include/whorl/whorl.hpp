#pragma once
// Whorl: smoke, fire and water that you can touch. The C++ library.
//
//     #include <whorl/whorl.hpp>
//
//     whorl::Settings s;
//     s.size = {1, 2};                                              // m; three numbers make it a box in space
//     s.carried = {{.name = "smoke"}, {.name = "heat"}};
//     s.fluid.buoyancy = {{"heat", 0.1}};
//     s.sources = {{.where = whorl::sphere({0.5, 0.2}, 0.1), .quantity = "smoke", .amount = 4},
//                  {.where = whorl::sphere({0.5, 0.2}, 0.1), .quantity = "heat", .amount = 6}};
//     whorl::Simulation fluid(s);
//     for (int frame = 0; frame < 48; ++frame) fluid.step(1.0 / 24);
//     std::printf("%g m2 of smoke\n", fluid.total("smoke"));
//
// SI units everywhere. In a plane the z of every vector is ignored. Whatever is not finite, out of range or unknown
// is refused with whorl::Error, whose text names the place, the value and the remedy. One Simulation belongs to one
// thread at a time; different ones are independent. Stepping allocates no memory.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace whorl {

/// Of this library, such as "0.1.0".
std::string_view version();

struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A position (m), velocity (m/s) or acceleration (m/s2).
struct Vec3 {
    double x = 0, y = 0, z = 0;
    double operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
    bool operator==(const Vec3&) const = default;
};

/// A number, or a function of the place (m) and the time (s).
class Value {
  public:
    using Function = std::function<double(Vec3, double)>;
    Value(double constant = 0) : constant_(constant) {}
    /// What does not vary in space is evaluated once a step, what does not vary in time once for all.
    template <class F>
        requires std::is_invocable_r_v<double, F, Vec3, double>
    Value(F function, bool in_space = true, bool in_time = true)
        : function_(std::move(function)), identity_(std::make_shared<char>()), in_space_(in_space), in_time_(in_time) {}

    bool in_space() const { return function_ && in_space_; }
    bool in_time() const { return function_ && in_time_; }
    bool is_constant() const { return !function_; }
    double operator()(Vec3 place, double time) const { return function_ ? function_(place, time) : constant_; }
    /// The same number, or a copy of the same function.
    bool operator==(const Value& other) const { return identity_ == other.identity_ && constant_ == other.constant_; }

  private:
    Function function_{};  // each copy has its own, so that simulations made from the same settings stay independent
    std::shared_ptr<const void> identity_{};
    double constant_ = 0;
    bool in_space_ = false, in_time_ = false;
};

/// A vector of such values.
struct VectorValue {
    Value x, y, z;
    VectorValue(Value x_ = {}, Value y_ = {}, Value z_ = {}) : x(std::move(x_)), y(std::move(y_)), z(std::move(z_)) {}
    VectorValue(Vec3 v) : x(v.x), y(v.y), z(v.z) {}
    const Value& operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
    bool operator==(const VectorValue&) const = default;
};

// ---- Shapes ---------------------------------------------------------------------------------------------------------

/// A region of space: spheres, boxes, capsules, half-spaces, meshes, masks and distances, and what `|` (union),
/// `&` (intersection) and `-` (difference) make of them. A copy shares its meshes and masks with the original.
class Shape {
  public:
    /// Signed distance (m) to the surface, negative inside; after `&` and `-`, or where a mesh is cut by a plane, it is a
    /// lower bound of it. In a plane (dimension 2) z does not count.
    double distance(Vec3 p, int dimension = 3) const;
    /// Two opposite corners of a box that holds the whole shape (infinite where the shape is).
    std::array<Vec3, 2> bounds() const;

    /// One step of the program that computes the distance: primitives push a value, operators join the last two.
    struct Node {
        enum Kind : int { everywhere, sphere, box, capsule, half_space, mesh, lattice, unite, intersect, subtract };
        Kind kind;
        float p[7];
        int model = -1;  // of a mesh or lattice: its number among the models
        bool operator==(const Node&) const = default;
    };
    const std::vector<Node>& nodes() const { return nodes_; }
    /// What meshes and lattices are made of; nullptr if there are none.
    struct Models;
    const std::shared_ptr<const Models>& models() const { return models_; }
    /// Throws Error if the program does not end with exactly one value, or is nested too deeply.
    explicit Shape(std::vector<Node> nodes, std::shared_ptr<const Models> models = {});
    /// The same program with the same meshes and masks, not only equal ones.
    bool operator==(const Shape&) const = default;

  private:
    std::vector<Node> nodes_;
    std::shared_ptr<const Models> models_;
};

Shape everywhere();
Shape sphere(Vec3 center, double radius);               // in a plane: a disc
Shape box(Vec3 low, Vec3 high);
Shape capsule(Vec3 from, Vec3 to, double radius);       // all points within `radius` of the segment
Shape half_space(Vec3 point, Vec3 outward_normal);      // all points behind the plane
Shape operator|(const Shape& a, const Shape& b);
Shape operator&(const Shape& a, const Shape& b);
Shape operator-(const Shape& a, const Shape& b);

/// Triangles between corners (m): three numbers of corners each, counter-clockwise as seen from outside.
struct Triangles {
    std::vector<Vec3> corners{};
    std::vector<std::array<int, 3>> faces{};
};
/// Reads an .obj file (polygons become triangles, all but their corners is passed over) or an .stl file, text or binary.
Triangles read_mesh(const std::string& path);
/// Scaled, then turned about x, y and z in this order (degrees), then moved (m).
Triangles placed(Triangles mesh, double scale, Vec3 turn, Vec3 move);
/// Whether it is the surface of a body: corners at the same place taken as one, every edge has a triangle on either side,
/// and both agree about what is outside.
bool is_closed(const Triangles& mesh);
/// A closed mesh is a body (turned outside out, if it is not), any other a sheet of that thickness (m) with a round rim.
/// A body with a thickness grows by half of it. In a plane it is cut at z = 0. Takes up to 4 million triangles; 100,000 take
/// about 0.2 s to prepare, and a distance to them a few microseconds.
Shape mesh(const Triangles& mesh, double thickness = 0);

/// How solid each pixel of a picture is, from 0 to 1. Rows run from the top left.
struct Mask {
    int width = 0, height = 0;
    std::vector<float> solid{};
};
/// Reads a PNG file: what is dark and opaque is solid.
Mask read_mask(const std::string& path);
/// The picture stretched over a rectangle across z: a body where it is more than half solid, with pixels between as
/// smooth rims. Nothing outside. In space it reaches from low.z to high.z, or endlessly if they are the same.
Shape mask(const Mask& mask, Vec3 low, Vec3 high);

/// The shape with this signed distance (m, negative inside), which is asked once for each place of a lattice from one
/// corner to the other; the shape is known as well as the distance is linear between them. Where both corners have the
/// same z it does not depend on z. If the function grows faster than a distance can, it is scaled down until it does not.
/// Beyond the lattice its nearest value counts.
Shape from_distance(const std::function<double(Vec3)>& distance, Vec3 low, Vec3 high, Vec3 spacing);

// ---- Settings -------------------------------------------------------------------------------------------------------

/// What happens on one side of the domain.
struct Side {
    enum class Kind { wall, free_slip, open, periodic, inflow };
    Kind kind = Kind::wall;
    VectorValue velocity{};               // m/s: of a wall that slides along itself, or of what flows in
    std::map<std::string, double> held{};  // carried quantities held at a value here: a hot wall, a coloured inflow.
                                          // Others: insulated at walls; 0 at an inflow and beyond an open side
    bool operator==(const Side&) const = default;
};
Side wall(VectorValue velocity = {});  // no-slip
Side free_slip();
Side open();                    // fluid leaves and enters freely; outside is air at rest
Side periodic();                // joined to the opposite side
Side inflow(VectorValue velocity);

struct Boundary {
    Side left{}, right{};   // x
    Side bottom{}, top{};   // y
    Side back{}, front{};   // z
    bool operator==(const Boundary&) const = default;
};
Boundary all_sides(const Side& side);

enum class Advection {
    semi_lagrangian,
    maccormack,
    bfecc,
    cubic,
    unlimited_cubic,  // for accuracy in smooth flows; rings at edges that the grid can not resolve
};
enum class Backtrace { euler, rk2, rk3 };
enum class Splitting {
    stam,
    advect_project,
    reflection,
    two_step,  // for accuracy: second order in time, also at walls, and steady flows do not depend on the step
};
/// Solvers of the pressure, and of implicit diffusion.
enum class Pressure {
    automatic,
    gauss_seidel,  // the sweeps of Stam's paper: `limit` of them, or 20, whatever the tolerance
    red_black,
    conjugate_gradient,
    incomplete_cholesky,
    multigrid,
    multigrid_cg,
    fft,               // direct; no obstacles
    cyclic_reduction,  // direct; no obstacles; planes only
};

/// The words that scene files and reports use: "semi-lagrangian", "advect-project", ...
std::string_view name(Advection);
std::string_view name(Backtrace);
std::string_view name(Splitting);
std::string_view name(Pressure);
std::string_view name(Side::Kind);

/// Something that the flow carries along: smoke, heat, a colour, a texture coordinate, or any name of your own.
struct Carried {
    std::string name;
    double diffusion = 0;  // m2/s
    double decay = 0;      // 1/s: the rate at which it fades
    Advection advection = Advection::maccormack;
    std::function<double(Vec3)> initial{};  // value at a place; 0 if empty
};
/// Three inks that mix: "red", "green", "blue".
std::vector<Carried> colours();
/// The place each bit of fluid came from: "texture-x", "texture-y" and, in space, "texture-z" (m).
std::vector<Carried> texture_coordinates(int dimension);

/// From when to when something acts (s).
struct Window {
    double from = 0;
    double to = 1e30;
    bool operator==(const Window&) const = default;
};

/// `add` puts `amount` per second; `set` draws the quantity towards `amount`, at `rate` per second (0: at once).
enum class Mode { add, set };
std::string_view name(Mode);

struct Source {
    Shape where;
    std::string quantity;
    Value amount = 1;  // per second if added, the value if set
    Mode mode = Mode::add;
    double rate = 0;  // 1/s, for `set`
    Window during{};
    bool operator==(const Source&) const = default;
};

struct Force {
    Shape where = everywhere();
    VectorValue amount{};  // m/s2 if added, the velocity (m/s) if set
    Mode mode = Mode::add;
    double rate = 0;  // 1/s, for `set`
    Window during{};
    bool operator==(const Force&) const = default;
};

/// How a body moves: functions of the time alone.
struct Motion {
    VectorValue shift{};     // m, from where the shape was drawn
    Value turn = 0;          // radians about the axis, against the clock as seen from its tip
    Vec3 pivot{};            // m: the point of the shape that turning leaves where it is; it takes part in the shift
    Vec3 axis{0, 0, 1};      // in a plane always z
    bool moves() const { return shift.x.in_time() || shift.y.in_time() || shift.z.in_time() || turn.in_time(); }
    bool operator==(const Motion&) const = default;
};

struct Obstacle {
    enum class Surface { no_slip, free_slip };
    Shape shape;
    Motion motion{};
    Surface surface = Surface::no_slip;    // whether viscous fluid sticks to it
    std::map<std::string, double> held{};  // carried quantities held at a value here: a hot body. Others: insulated
    std::string name{};                    // for probes

    /// Signed distance (m) to the surface as it is at that time, negative inside.
    double distance(Vec3 p, double time, int dimension = 3) const;
    bool operator==(const Obstacle&) const = default;
};
/// A body where it is at one time, for whoever asks about many places. The obstacle must outlive it.
class PlacedObstacle {
  public:
    PlacedObstacle(const Obstacle& obstacle, double time, int dimension = 3);
    double distance(Vec3 p) const;
    std::array<Vec3, 2> bounds() const { return bounds_; }

  private:
    const Shape* shape_;
    int dimension_;
    bool moved_ = false;
    Vec3 pivot_{}, place_{}, axes_[3]{};  // a point q of the shape is at place + sum of (q - pivot)[a] axes[a]
    std::array<Vec3, 2> bounds_{};
};
std::string_view name(Obstacle::Surface);

struct Fluid {
    double viscosity = 0;  // m2/s, kinematic
    /// m/s2. It drives buoyancy; the weight of the fluid itself only adds the hydrostatic pressure, which is left out.
    Vec3 gravity{0, -9.81, 0};
    /// Upward acceleration, in units of gravity, per unit of a carried quantity: {{"heat", 0.1}, {"smoke", -0.02}}.
    std::map<std::string, double> buoyancy{};
    /// Vorticity confinement (m/s): the force is this times N x curl u. It means the same at any resolution.
    double vorticity = 0;
};

struct Solver {
    Splitting splitting = Splitting::advect_project;
    Advection advection = Advection::maccormack;  // of the velocity
    Backtrace backtrace = Backtrace::rk2;
    Pressure pressure = Pressure::automatic;
    double tolerance = 1e-4;  // of the pressure: residual divergence relative to that before projection
    double divergence = 0;    // 1/s, root mean square. Above 0: a pressure solve stops there instead
    int limit = 0;            // most iterations of a pressure solve; 0: what suits the solver
    /// ms. Above 0: a pressure solve ends after this time, converged or not, and reports the residual that it reached.
    /// What comes out then depends on the clock: two runs may differ.
    double budget_ms = 0;
    Pressure diffusion = Pressure::automatic;  // of viscosity and diffusion. `fft`: exact where all sides are periodic
    double diffusion_tolerance = 1e-5;
};

/// Where a simulation runs. The bits are the same.
enum class Device { cpu, cuda };
std::string_view name(Device);
/// Whether this build knows the device `cuda`: an NVIDIA GPU.
bool has_cuda();

struct Settings {
    std::vector<double> size{1, 1};  // m: two numbers make a plane, three a box
    std::vector<int> cells{128};     // along the longest side, or one number per axis
    Fluid fluid{};
    Boundary boundary{};
    std::vector<Carried> carried{{.name = "smoke"}};
    std::vector<Source> sources{};
    std::vector<Force> forces{};
    std::vector<Obstacle> obstacles{};
    std::array<std::function<double(Vec3)>, 3> initial_velocity{};  // m/s, each component; 0 where empty
    Solver solver{};
    int threads = 0;  // of the host; 0: as many as the machine has
    Device device = Device::cpu;
};

/// Throws Error with all that is wrong, a line each.
void validate(const Settings&);

/// Cells per axis, as the settings ask for.
std::vector<int> cells_of(const Settings&);

/// Bytes that a Simulation of these settings will take.
std::size_t memory_needed(const Settings&);

// ---- Simulation -----------------------------------------------------------------------------------------------------

/// The memory of a field, as it is: value (i, j, k) is data[i * stride[0] + j * stride[1] + k * stride[2]].
struct FieldView {
    const float* data = nullptr;
    std::array<int, 3> extent{1, 1, 1};
    std::array<int, 3> stride{0, 0, 0};
    Vec3 first{};    // m: where value (0, 0, 0) sits
    Vec3 spacing{};  // m
    float operator()(int i, int j, int k = 0) const { return data[i * stride[0] + j * stride[1] + k * stride[2]]; }
};

/// What there is to see of a fluid at one moment. Quantities are the carried ones and "pressure" (m2/s2, over the density).
class Fields {
  public:
    virtual ~Fields() = default;
    virtual const Settings& settings() const = 0;
    virtual double time() const = 0;  // s, simulated
    virtual std::array<int, 3> cells() const = 0;
    virtual Vec3 spacing() const = 0;  // m
    virtual FieldView field(std::string_view quantity) const = 0;
    virtual FieldView velocity(int axis) const = 0;  // on the faces across that axis
    /// 0 where fluid can not pass a face across that axis, 1 where nothing is in its way.
    virtual FieldView openness(int axis) const = 0;
    int dimension() const { return static_cast<int>(settings().size.size()); }
    Vec3 size() const;  // m

  protected:
    Fields() = default;
    Fields(const Fields&) = default;
    Fields& operator=(const Fields&) = default;
};

struct StageTime {
    std::string_view name;  // "advect", "force", "diffuse", "project", "carry"
    double ms = 0;          // of the last step
    double total_ms = 0;    // since the start
};

struct PressureReport {
    std::string_view solver;  // the one `auto` chose
    int iterations = 0;       // over all projections of the last step
    double residual = 0;      // divergence left, relative to that before projection (root mean square)
    bool converged = true;    // whether every projection of the step reached its tolerance
};

struct Statistics {
    std::int64_t steps = 0;
    double time = 0;  // s, simulated
    PressureReport pressure;
    PressureReport diffusion;  // worst of all diffusion solves of the last step
    std::array<StageTime, 5> stages{};
};

/// What the fluid does to a body, over the density: m4/s2 in space, m3/s2 (per metre of depth) in a plane.
struct BodyForce {
    Vec3 pressure{}, friction{};
    Vec3 torque{};  // of both, about the body's pivot where it is now; one power of m more. In a plane: z
    Vec3 total() const { return {pressure.x + friction.x, pressure.y + friction.y, pressure.z + friction.z}; }
};

class Engine;

class Simulation final : public Fields {
  public:
    explicit Simulation(const Settings&);
    ~Simulation() override;
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;

    /// Advances by dt seconds, whatever dt: large steps lose detail, never stability.
    void step(double dt);
    /// The same bits; `after` is told which stage is done ("advect", "force", "diffuse", "project", "carry") and may look at
    /// the fluid as it is then, but not touch it. A stage that has nothing to do is left out, one may come twice.
    void step(double dt, const std::function<void(std::string_view)>& after);

    /// Goes on with other settings from the state that is there, to the same bits as a new Simulation of these into which
    /// it was restored. All may change but size, cells, threads, the device and what is carried (its rates may); initial
    /// values are not asked for again. Throws Error, and is then as it was. Costs what has to be made anew: next to nothing
    /// for numbers; for other bodies or sides about as much as a step.
    void change(const Settings&);

    // Touching the fluid, between steps.
    void add(const Shape& where, std::string_view quantity, double amount);  // at once
    void push(const Shape& where, Vec3 velocity_change);                     // m/s, at once
    void fill(std::string_view quantity, const std::function<double(Vec3)>& value);
    void fill_velocity(const std::array<std::function<double(Vec3)>, 3>& component);

    // Looking at it. No field is a copy: the memory changes with every step. On a GPU it is a copy of what is there now.
    const Settings& settings() const override;
    double time() const override;
    std::array<int, 3> cells() const override;
    Vec3 spacing() const override;
    FieldView field(std::string_view quantity) const override;
    FieldView velocity(int axis) const override;
    FieldView openness(int axis) const override;
    double sample(std::string_view quantity, Vec3 at) const;
    Vec3 sample_velocity(Vec3 at) const;
    double total(std::string_view quantity) const;  // integral over the fluid
    double kinetic_energy() const;                  // per unit of density: integral of u.u / 2
    double max_divergence() const;                  // 1/s
    double max_speed() const;                       // m/s, the largest component
    BodyForce force_on(int obstacle) const;         // by its number in the settings, from 0
    Statistics statistics() const;
    std::size_t memory() const;  // bytes taken

    // The whole state: the same bits come back, and the same future.
    std::vector<std::byte> save() const;
    void restore(std::span<const std::byte>);  // throws Error if it is damaged or of another scene
    std::uint64_t state_hash() const;

  private:
    friend class Still;
    std::unique_ptr<Engine> engine_;
};

}  // namespace whorl

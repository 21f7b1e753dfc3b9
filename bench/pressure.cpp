#include "pressure.hpp"

#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <whorl/whorl.hpp>

#include "exec/cpu.hpp"
#include "peer.hpp"
#include "poisson/poisson.hpp"
#include "problem.hpp"
#include "stopwatch.hpp"
#include "traffic.hpp"
#include "transforms.hpp"

namespace bench {
namespace {

constexpr int rounds = 3;
constexpr double slow_ms = 2000;  // what takes longer is measured once

struct System {
    int dimension, cells_per_side;
    bool ball, quick;
    std::string scene() const { return ball ? "ball" : "box"; }
    std::string name() const {
        return (dimension == 2 ? "plane-" : "space-") + std::to_string(cells_per_side) + "-" + scene();
    }
    /// The curve of residual against time is drawn for one system.
    bool is_curve() const { return dimension == 3 && cells_per_side == 128 && !ball; }
    const std::vector<double>& tolerances() const { return is_curve() ? curve_tolerances() : ladder_tolerances(); }
};

std::vector<System> systems() {
    std::vector<System> all;
    for (const auto& [dimension, n, quick] :
         {std::tuple{2, 512, true}, std::tuple{2, 1024, true}, std::tuple{2, 2048, false}, std::tuple{3, 64, true},
          std::tuple{3, 128, true}, std::tuple{3, 256, false}})
        for (const bool ball : {false, true}) all.push_back({dimension, n, ball, quick});
    return all;
}

/// All that the engine has a word for, whatever is added to it.
std::vector<whorl::Pressure> all_solvers() {
    std::vector<whorl::Pressure> all;
    for (int i = 0;; ++i) {
        const auto method = static_cast<whorl::Pressure>(i);
        if (whorl::name(method) == "?") return all;
        all.push_back(method);
    }
}

/// What the rounds gave for one solver: its rows, one per tolerance, loosest first.
class Record {
  public:
    Record(const System& system, std::string solver, int threads, const std::vector<double>& tolerances) {
        for (const double tolerance : tolerances) {
            PressureRow row;
            row.cells_per_side = system.cells_per_side;
            row.dimension = system.dimension;
            row.scene = system.scene();
            row.solver = solver;
            row.tolerance = tolerance;
            row.threads = threads;
            entries_.push_back({row, {}});
        }
    }

    /// Whether another time is wanted: not of what failed or is slow, nor past the first that failed.
    bool wants(std::size_t i) const {
        if (given_up_) return false;
        for (std::size_t before = 0; before < i; ++before)
            if (failed(entries_[before])) return false;
        return !failed(entries_[i]) && (entries_[i].ms.empty() || entries_[i].ms.back() < slow_ms);
    }
    bool wants_any() const {
        for (std::size_t i = 0; i < entries_.size(); ++i)
            if (wants(i)) return true;
        return false;
    }
    void add(std::size_t i, double ms, int iterations, double residual) {
        // A round that a busy machine cut short counts with its time, but does not undo one that got there.
        Entry& e = entries_[i];
        e.ms.push_back(ms);
        if (e.ms.size() > 1 && residual > 1.05 * e.row.tolerance) return;
        e.row.iterations = iterations;
        e.row.residual = residual;
    }
    void give_up() { given_up_ = true; }
    void add_setup(double ms) { setup_ms_.push_back(ms); }
    void set_chosen(std::string_view solver) { chosen_ = solver; }
    const std::string& chosen() const { return chosen_; }  // the one that `auto` took
    double tolerance(std::size_t i) const { return entries_[i].row.tolerance; }
    std::size_t size() const { return entries_.size(); }

    /// Only of what was measured. `values` per cell are what an iteration must move.
    std::vector<PressureRow> rows(double values, double cells, double copy_bandwidth) const {
        std::vector<PressureRow> all;
        for (const Entry& e : entries_) {
            if (e.ms.empty()) continue;
            PressureRow row = e.row;
            row.ms = median(e.ms);
            row.setup_ms = median(setup_ms_);
            row.bandwidth_fraction = 4 * values * cells * row.iterations / (row.ms / 1e3) / (copy_bandwidth * 1e9);
            all.push_back(row);
        }
        return all;
    }

  private:
    struct Entry {
        PressureRow row;
        std::vector<double> ms;
    };
    static bool failed(const Entry& e) { return !e.ms.empty() && !e.row.reached(); }

    std::vector<Entry> entries_;
    std::vector<double> setup_ms_;
    std::string chosen_;
    bool given_up_ = false;
};

/// One of our solvers, made and prepared, on one problem.
template <int D>
class Contestant {
  public:
    Contestant(whorl::Cpu& on, whorl::Pressure method, Problem<D>& problem, double patience_ms)
        : on_(on), problem_(problem), patience_ms_(patience_ms) {
        solver_ = whorl::make_poisson<whorl::Cpu, D>(on, method, problem.unknowns());
        given_ = on.field(problem.unknowns().grid);
        setup_ms_ = milliseconds([&] { solver_->prepare(on, problem.coefficients()); });
        get_to_know();
    }

    double setup_ms() const { return setup_ms_; }
    std::string_view chosen() const { return solver_->name(); }

    struct Result {
        double ms = 0;
        int iterations = 0;
        double residual = 1;
    };

    /// From zero, until there is no more patience. Where the rounding of x stands in the way, what it leaves is solved
    /// for again, as a flow does by taking the gradient of x out of the velocity; that is part of the time.
    Result solve(double tolerance) {
        problem_.start_from_zero();
        Result result;
        int corrections = 0;
        const whorl::Field* rhs = &problem_.b;
        const whorl::Goal goal{.tolerance = tolerance,
                               .limit = heeds_tolerance_ ? 0 : 50,
                               .scale = problem_.scale(),
                               .from_zero = heeds_tolerance_,
                               .budget_ms = patience_ms_,
                               .any_mean = true};  // as for the pressure of a flow
        const auto again = [&](const whorl::Report& report) {
            if (result.residual <= tolerance || result.ms > patience_ms_) return false;
            if (heeds_tolerance_) return report.rounded && ++corrections <= 3;
            return true;
        };
        whorl::Report report;
        do {
            if (report.rounded)
                result.ms += milliseconds([&] {
                    rhs = &problem_.take_rest();
                    problem_.start_from_zero();
                });
            on_.copy(*rhs, given_);
            result.ms += milliseconds([&] { report = solver_->solve(on_, given_, problem_.x, goal); });
            const double check = milliseconds([&] { result.residual = problem_.residual(*rhs); });
            if (report.rounded) result.ms += check;  // only what a correction starts from belongs to the solve
            result.iterations += report.iterations;
        } while (again(report));
        return result;
    }

  private:
    /// Whether it stops when it is told to. The sweeps of the 2003 paper do not, and are done in portions.
    void get_to_know() {
        constexpr int few = 5;
        problem_.start_from_zero();
        on_.copy(problem_.b, given_);
        const whorl::Report report = solver_->solve(on_, given_, problem_.x, {.tolerance = 2, .limit = few});
        heeds_tolerance_ = report.iterations < few;
    }

    whorl::Cpu& on_;
    Problem<D>& problem_;
    double patience_ms_;
    std::unique_ptr<whorl::Poisson<whorl::Cpu, D>> solver_;
    whorl::Field given_;  // to the solver, which may change it
    double setup_ms_ = 0;
    bool heeds_tolerance_ = true;
};

class Run {
  public:
    explicit Run(const Options& options)
        : options_(options),
          threads_(options.threads > 0 ? options.threads : 2),
          patience_ms_(1e3 * (options.patience > 0 ? options.patience : default_patience(options))),
          bandwidth_(threads_),
          on_(threads_) {
        peers_.emplace_back("hypre", "libhypre-dev", threads_);
        peers_.emplace_back("petsc", "petsc-dev", threads_);
    }

    std::vector<PressureTable> all(const std::function<void(const PressureTable&)>& done) {
        std::vector<PressureTable> tables;
        for (const System& system : systems()) {
            if (options_.quick && !system.quick) continue;
            PressureTable table = system.dimension == 2 ? measure<2>(system) : measure<3>(system);
            if (table.rows.empty()) continue;
            done(table);
            tables.push_back(std::move(table));
        }
        if (tables.empty()) throw std::invalid_argument("nothing is called " + options_.only + "; see --help");
        return tables;
    }

  private:
    static double default_patience(const Options& options) { return options.quick ? 2 : 10; }

    bool wanted(const System& system, std::string_view solver) const {
        return (system.name() + "/" + std::string(solver)).find(options_.only) != std::string::npos;
    }

    template <int D>
    PressureTable measure(const System& system) {
        PressureTable table;
        table.name = system.name();
        table.cells = std::lround(std::pow(system.cells_per_side, D));
        table.threads = threads_;
        std::vector<std::pair<whorl::Pressure, Record>> ours;
        for (const whorl::Pressure method : all_solvers())
            if (wanted(system, whorl::name(method)))
                ours.emplace_back(method,
                                  Record(system, std::string(whorl::name(method)), threads_, system.tolerances()));
        std::vector<std::pair<const Peer*, Record>> theirs;
        for (const Peer& peer : peers_) {
            if (system.ball || !wanted(system, peer.name())) continue;
            if (peer.there())
                theirs.emplace_back(&peer, Record(system, peer.name(), peer.ranks(), system.tolerances()));
            else
                table.notes.push_back(peer.missing());
        }
        std::optional<Record> pair;
        std::unique_ptr<CosineTransforms> transforms;
        if (!system.ball && wanted(system, "fftw pair")) {
            pair.emplace(system, "fftw pair", threads_, std::vector<double>{0});
            pair->add_setup(milliseconds(
                [&] { transforms = make_cosine_transforms(std::vector<int>(D, system.cells_per_side), threads_); }));
            if (!transforms)
                table.notes.push_back(
                    "FFTW is left out: this was built without libfftw3-dev; install it and build again");
        }
        if (ours.empty() && theirs.empty() && !transforms) return table;

        // Everyone has a turn in every round, so that a busy spell of the machine meets all of them.
        std::vector<double> copy;
        Problem<D> problem(on_, system.cells_per_side, system.ball);
        for (int round = 0; round < rounds; ++round) {
            for (int k = 0; k < 3; ++k) copy.push_back(bandwidth_.measure());
            for (auto& [method, record] : ours) take_turn(system, method, problem, record, round, table.notes);
            if (transforms) {
                if (round == 0) transforms->run();
                pair->add(0, milliseconds([&] { transforms->run(); }), 1, 0);
            }
            for (auto& [peer, record] : theirs) take_turn(system, *peer, record, round, table.notes);
        }

        table.copy_bandwidth = median(copy);
        const auto keep = [&](const Record& record, double values) {
            for (const PressureRow& row : record.rows(values, static_cast<double>(table.cells), table.copy_bandwidth))
                table.rows.push_back(row);
        };
        for (const auto& [method, record] : ours) keep(record, values_per_iteration(record.chosen(), D));
        if (transforms) keep(*pair, 0);
        for (const auto& [peer, record] : theirs) keep(record, 0);
        return table;
    }

    void progress(const System& system, int round, std::string_view solver) const {
        std::fprintf(stderr, "%s: round %d of %d, %.*s\n", system.name().c_str(), round + 1, rounds,
                     static_cast<int>(solver.size()), solver.data());
    }

    template <int D>
    void take_turn(const System& system, whorl::Pressure method, Problem<D>& problem, Record& record, int round,
                   std::vector<std::string>& notes) {
        if (!record.wants_any()) return;
        progress(system, round, whorl::name(method));
        try {
            Contestant<D> contestant(on_, method, problem, patience_ms_);
            record.add_setup(contestant.setup_ms());
            for (std::size_t i = 0; i < record.size(); ++i) {
                if (!record.wants(i)) continue;
                const auto result = contestant.solve(record.tolerance(i));
                record.add(i, result.ms, result.iterations, result.residual);
            }
            record.set_chosen(contestant.chosen());
        } catch (const std::exception& e) {
            record.give_up();
            notes.push_back(std::string(whorl::name(method)) + " can not: " + e.what());
        }
    }

    void take_turn(const System& system, const Peer& peer, Record& record, int round, std::vector<std::string>& notes) {
        std::vector<double> tolerances;
        std::vector<std::size_t> which;
        for (std::size_t i = 0; i < record.size(); ++i)
            if (record.wants(i)) tolerances.push_back(record.tolerance(i)), which.push_back(i);
        if (which.empty()) return;
        progress(system, round, peer.name());
        try {
            const PeerRun run = peer.run(system.dimension, system.cells_per_side, tolerances);
            record.add_setup(run.setup_ms);
            for (std::size_t k = 0; k < which.size(); ++k)
                record.add(which[k], run.solves[k].ms, run.solves[k].iterations, run.solves[k].residual);
        } catch (const std::exception& e) {
            record.give_up();
            notes.push_back(peer.name() + ": " + e.what());
        }
    }

    Options options_;
    int threads_;
    double patience_ms_;
    CopyBandwidth bandwidth_;
    whorl::Cpu on_;
    std::vector<Peer> peers_;
};

}  // namespace

const std::vector<double>& ladder_tolerances() {
    static const std::vector<double> all{1e-3, 1e-6};
    return all;
}

const std::vector<double>& curve_tolerances() {
    static const std::vector<double> all{1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
    return all;
}

std::vector<PressureTable> measure_pressure(const Options& options,
                                            const std::function<void(const PressureTable&)>& done) {
    return Run(options).all(done);
}

}  // namespace bench

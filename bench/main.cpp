// How fast the engine steps, beside the solver of the paper that it descends from, in the same run.

#include <charconv>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

#include "cases.hpp"
#include "device.hpp"
#include "pressure.hpp"
#include "pressure_report.hpp"
#include "report.hpp"

namespace {

constexpr std::string_view help =
    "whorl-bench: the time of a step, stage by stage, beside the solver of Stam 2003 in the same run and, where a\n"
    "blender is installed, beside its Mantaflow (blender-128; two threads, unless --threads says otherwise)\n"
    "\n"
    "  --quick        fewer repetitions: half a minute instead of two\n"
    "  --only NAME    only cases whose name contains NAME\n"
    "  --threads N    threads of the engine (default: all that the machine has)\n"
    "  --out FILE     where the rows go as JSON (default: out/bench.json)\n"
    "\n"
    "  --pressure     instead, every pressure solver to a residual of 1e-3 and of 1e-6, beside FFTW, hypre and PETSc\n"
    "                 where this was built with them: planes of 512 to 2048, boxes of 64 to 256 cells per side, empty\n"
    "                 and with a ball inside. Writes out/pressure.csv and out/residuals.csv (or beside --out FILE);\n"
    "                 scripts/plot-pressure draws them. Two threads, unless --threads says otherwise.\n"
    "  --quick        leaves out the largest plane and box, and is less patient\n"
    "  --only NAME    what contains NAME of CASE/SOLVER, such as space-128, auto or plane-512-ball/multigrid\n"
    "  --patience S   seconds after which a solve is given up (default: 10, quick: 2)\n"
    "\n"
    "  --device cuda  instead, whole steps on an NVIDIA GPU, with the share of its copy bandwidth that each stage uses for\n"
    "                 the bytes it must move. Writes bench/results/NAME.csv, with the name of the GPU (or --out FILE; with\n"
    "                 --only, out/NAME.csv)\n"
    "\n"
    "  --help         this text\n"
    "\n"
    "cases:";

int whole_number(std::string_view option, std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 1 || value > 1024)
        throw std::invalid_argument(std::string(option) + " " + std::string(text) +
                                    ": give a whole number from 1 to 1024");
    return value;
}

/// False if there is nothing left to do.
bool read(int count, char** words, bench::Options& options) {
    for (int i = 1; i < count; ++i) {
        const std::string_view option = words[i];
        const auto value = [&]() -> std::string_view {
            if (i + 1 >= count) throw std::invalid_argument(std::string(option) + " needs a value; see --help");
            return words[++i];
        };
        if (option == "--quick")
            options.quick = true;
        else if (option == "--only")
            options.only = value();
        else if (option == "--out")
            options.out = value();
        else if (option == "--pressure")
            options.pressure = true;
        else if (option == "--device") {
            const std::string_view device = value();
            if (device != "cpu" && device != "cuda")
                throw std::invalid_argument("--device " + std::string(device) + ": there are cpu and cuda");
            options.gpu = device == "cuda";
        }
        else if (option == "--patience")
            options.patience = whole_number(option, value());
        else if (option == "--threads")
            options.threads = whole_number(option, value());
        else if (option == "--help" || option == "-h") {
            std::printf("%s", help.data());
            for (const bench::Case& c : bench::cases()) std::printf(" %s", c.name.c_str());
            std::printf("\n");
            return false;
        } else
            throw std::invalid_argument("unknown option " + std::string(option) + "; see --help");
    }
    return true;
}

void run_pressure(const bench::Options& options) {
    const std::vector<bench::PressureTable> tables = bench::measure_pressure(options, bench::print_pressure);
    bench::print_ratios(tables);
    bench::write_csv(tables, options.out.empty() ? "out/pressure.csv" : options.out);
}

void run_steps(const bench::Options& options) {
    std::vector<bench::Row> rows;
    bench::CopyBandwidth bandwidth(options.threads);
    for (const bench::Case& c : bench::cases()) {
        if (c.name.find(options.only) == std::string::npos) continue;
        if (c.needs_blender && !bench::blender_is_there())
            std::fprintf(stderr, "%s is left out: no blender is installed\n", c.name.c_str());
        else
            rows.push_back(c.run(c, options, bandwidth));
    }
    if (rows.empty()) throw std::invalid_argument("nothing to measure for " + options.only + "; see --help");
    bench::print_table(rows, bandwidth.threads());
    for (const bench::Row& r : rows)
        if (r.baseline && r.tolerance > 0 && r.divergence > r.baseline->divergence / 100)
            std::fprintf(stderr,
                         "\n%s: more than a hundredth of the paper's divergence is left; tighten its tolerance\n",
                         r.name.c_str());
    const std::string out = options.out.empty() ? "out/bench.json" : options.out;
    bench::write_json(rows, bandwidth.threads(), out);
    std::fprintf(stderr, "\nrows written to %s\n", out.c_str());
}

}  // namespace

int main(int count, char** words) try {
    bench::Options options;
    if (!read(count, words, options)) return 0;
    if (options.gpu) return bench::measure_device(options.only, options.out) ? 0 : 1;
    options.pressure ? run_pressure(options) : run_steps(options);
    return 0;
} catch (const std::exception& e) {
    std::fprintf(stderr, "whorl-bench: %s\n", e.what());
    return 1;
}

#include "report.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace bench {

void print_table(const std::vector<Row>& rows, int threads) {
    std::printf(
        "\nThe step                                                   the paper's loops, one thread            rms "
        "divergence, 1/s\n");
    std::printf(
        "case                     cells  ms/step  steps/s  Mcell/s   as printed   ratio  unit stride   ratio     ours   "
        "paper  left\n");
    for (const Row& r : rows) {
        const double millions = static_cast<double>(r.cells) / r.ms / 1e3;
        std::printf("%-21s %8ld  %7.2f  %7.1f  %7.1f", r.name.c_str(), r.cells, r.ms, 1e3 / r.ms, millions);
        if (const auto& b = r.baseline)
            std::printf("   %7.1f ms  %5.1fx   %7.1f ms  %5.1fx  %7.2g %7.2g  1/%.0f\n", b->ms, b->ms / r.ms,
                        b->unit_stride_ms, b->unit_stride_ms / r.ms, r.divergence, b->divergence,
                        b->divergence / r.divergence);
        else
            std::printf("            -       -            -       -        -       -     -\n");
    }

    std::printf("\nIts stages: ms, share of the step, fraction of the copy bandwidth (%d threads)\n", threads);
    std::printf("case                 ");
    if (!rows.empty())
        for (const StageRow& s : rows.front().stages) std::printf("  %15s", s.name.c_str());
    std::printf("   all  GB/s\n");
    for (const Row& r : rows) {
        std::printf("%-21s", r.name.c_str());
        for (const StageRow& s : r.stages)
            if (s.ms > 0)
                std::printf("  %6.2f %2.0f%%  %4.2f", s.ms, 100 * s.ms / r.ms, s.bandwidth_fraction);
            else
                std::printf("  %15s", "-");
        std::printf("  %4.2f  %4.1f\n", r.bandwidth_fraction, r.copy_bandwidth);
    }

    for (const Row& r : rows)
        if (const auto& b = r.blender)
            std::printf(
                "\n%s: ours %.1f ms, pressure to %g; Blender %s: %.1f ms a frame, %.1fx; its Mantaflow alone, without "
                "emitters and cache: %.1f ms, %.1fx, of which pressure %.1f ms\n",
                r.name.c_str(), r.ms, r.tolerance, b->version.c_str(), b->ms, b->ms / r.ms, b->step_ms,
                b->step_ms / r.ms, b->pressure_ms);

    std::printf("\nIts pressure\ncase                   tolerance  iterations  solver\n");
    for (const Row& r : rows)
        std::printf("%-21s  %9g  %10d  %s\n", r.name.c_str(), r.tolerance, r.pressure_iterations,
                    r.pressure_solver.c_str());
}

void write_file(const std::string& file, const std::string& text) {
    const std::filesystem::path target(file);
    const std::filesystem::path part(file + ".part");
    if (target.has_parent_path()) std::filesystem::create_directories(target.parent_path());
    std::ofstream stream(part);
    stream << text << std::flush;
    if (!stream) throw std::runtime_error("cannot write " + part.string() + "; is the folder writable, the disk full?");
    stream.close();
    std::filesystem::rename(part, target);
}

void write_json(const std::vector<Row>& rows, int threads, const std::string& file) {
    std::ostringstream json;
    json.precision(6);
    json << "[\n";
    for (const Row& r : rows) {
        json << "  {\"name\": \"" << r.name << "\", \"cells\": " << r.cells << ", \"ms\": " << r.ms
             << ", \"cells_per_second\": " << 1e3 * static_cast<double>(r.cells) / r.ms;
        if (const auto& b = r.baseline)
            json << ", \"baseline_ms\": " << b->ms << ", \"ratio\": " << b->ms / r.ms
                 << ", \"unit_stride_ms\": " << b->unit_stride_ms
                 << ", \"unit_stride_ratio\": " << b->unit_stride_ms / r.ms << ", \"divergence\": " << r.divergence
                 << ", \"baseline_divergence\": " << b->divergence;
        else
            json << ", \"baseline_ms\": null, \"ratio\": null";
        if (const auto& b = r.blender)
            json << ",\n   \"blender\": {\"version\": \"" << b->version << "\", \"ms\": " << b->ms
                 << ", \"ratio\": " << b->ms / r.ms << ", \"mantaflow_ms\": " << b->step_ms
                 << ", \"mantaflow_ratio\": " << b->step_ms / r.ms << ", \"pressure_ms\": " << b->pressure_ms << "}";
        json << ",\n   \"bandwidth_fraction\": " << r.bandwidth_fraction << ", \"copy_gb_per_s\": " << r.copy_bandwidth
             << ", \"threads\": " << threads << ", \"pressure_solver\": \"" << r.pressure_solver
             << "\", \"pressure_iterations\": " << r.pressure_iterations << ", \"tolerance\": " << r.tolerance
             << ",\n   \"stages\": [";
        for (const StageRow& s : r.stages)
            json << (&s == &r.stages.front() ? "" : ", ") << "{\"name\": \"" << s.name << "\", \"ms\": " << s.ms
                 << ", \"bandwidth_fraction\": " << s.bandwidth_fraction << "}";
        json << "]}" << (&r == &rows.back() ? "\n" : ",\n");
    }
    json << "]\n";

    write_file(file, json.str());
}

}  // namespace bench

#include "pressure_report.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include "report.hpp"

namespace bench {
namespace {

/// Without how many ranks it ran on.
std::string library(const std::string& solver) { return solver.substr(0, solver.find(',')); }

const PressureRow* find(const std::vector<PressureRow>& rows, const std::string& solver, double tolerance) {
    for (const PressureRow& r : rows)
        if (library(r.solver) == solver && r.tolerance == tolerance && r.reached()) return &r;
    return nullptr;
}

void print_time(const PressureRow* row) {
    if (row)
        std::printf("  %9.2f  %5d", row->ms, row->iterations);
    else
        std::printf("  %9s  %5s", "-", "-");
}

/// `rows` are those of one solver.
void print_solver(const std::vector<PressureRow>& rows) {
    const PressureRow& last = rows.back();
    std::printf("%-20s  %8.1f", last.solver.c_str(), last.setup_ms);
    if (last.tolerance == 0) {  // transforms: one time, whatever the tolerance
        print_time(&last);
        std::printf("  %9s  %5s  %9s  %7s  %s\n", "", "", "", "", "two transforms, nothing solved");
        return;
    }
    for (const double tolerance : ladder_tolerances()) print_time(find(rows, library(last.solver), tolerance));
    std::printf("  %9.3f", last.ms / std::max(last.iterations, 1));
    if (last.bandwidth_fraction > 0)
        std::printf("  %7.2f", last.bandwidth_fraction);
    else
        std::printf("  %7s", "-");
    std::printf("  %8.1e", last.residual);
    if (!last.reached()) std::printf(", not %g, after %d in %.1f s", last.tolerance, last.iterations, last.ms / 1e3);
    std::printf("\n");
}

std::string csv(const std::vector<PressureRow>& rows) {
    std::ostringstream text;
    text.precision(6);
    text << "size,dimension,scene,solver,tolerance,ms,iterations,residual,threads\n";
    for (const PressureRow& r : rows) {
        text << r.cells_per_side << ',' << r.dimension << ',' << r.scene << ',' << library(r.solver) << ','
             << r.tolerance << ',' << r.ms << ',' << r.iterations << ',' << r.residual << ',' << r.threads << '\n';
    }
    return text.str();
}

}  // namespace

void print_pressure(const PressureTable& table) {
    std::printf("\n%s: %ld cells, %d threads, copy %.1f GB/s\n", table.name.c_str(), table.cells, table.threads,
                table.copy_bandwidth);
    std::printf("%-20s  %8s  %9s  %5s  %9s  %5s  %9s  %7s  %s\n", "solver", "set-up", "1e-3, ms", "iter", "1e-6, ms",
                "iter", "ms/iter", "of copy", "residual");
    for (auto first = table.rows.begin(); first != table.rows.end();) {
        auto last = first;
        while (last != table.rows.end() && last->solver == first->solver) ++last;
        print_solver({first, last});
        first = last;
    }
    for (const std::string& note : table.notes) std::printf("%s\n", note.c_str());
    std::fflush(stdout);
}

void print_ratios(const std::vector<PressureTable>& tables) {
    std::printf("\nTimes that the default (auto) goes into those of the peers in an empty box of the same size\n");
    std::printf("%-16s  %12s  %12s  %14s  %16s  %8s\n", "case", "hypre, 1e-6", "petsc, 1e-6", "fftw pair, 1e-3",
                "fft / fftw pair", "ns/cell");
    for (const PressureTable& table : tables) {
        const PressureRow* fine = find(table.rows, "auto", 1e-6);
        const PressureRow* rough = find(table.rows, "auto", 1e-3);
        if (!fine && !rough) continue;
        // The peers are measured in the empty box only.
        const std::vector<PressureRow>* peers = &table.rows;
        for (const PressureTable& other : tables)
            if (other.rows.front().scene == "box" && other.cells == table.cells &&
                other.rows.front().dimension == table.rows.front().dimension)
                peers = &other.rows;
        const auto ratio = [](const PressureRow* above, const PressureRow* below, int width) {
            if (above && below)
                std::printf("  %*.2f", width, above->ms / below->ms);
            else
                std::printf("  %*s", width, "-");
        };
        std::printf("%-16s", table.name.c_str());
        ratio(find(*peers, "hypre", 1e-6), fine, 12);
        ratio(find(*peers, "petsc", 1e-6), fine, 12);
        ratio(find(*peers, "fftw pair", 0), rough, 15);
        ratio(find(table.rows, "fft", 1e-6), find(*peers, "fftw pair", 0), 16);
        if (fine)
            std::printf("  %8.1f\n", 1e6 * fine->ms / static_cast<double>(table.cells));
        else
            std::printf("  %8s\n", "-");
    }
}

void write_csv(const std::vector<PressureTable>& tables, const std::string& file) {
    std::vector<PressureRow> ladder, curve;
    for (const PressureTable& table : tables)
        for (const PressureRow& row : table.rows) {
            const bool lone = row.tolerance == 0;
            const auto& wanted = ladder_tolerances();
            if (lone || std::find(wanted.begin(), wanted.end(), row.tolerance) != wanted.end()) ladder.push_back(row);
            if (!lone && row.dimension == 3 && row.cells_per_side == 128 && row.scene == "box") curve.push_back(row);
        }
    write_file(file, csv(ladder));
    const auto beside = std::filesystem::path(file).replace_filename("residuals.csv").string();
    if (!curve.empty()) write_file(beside, csv(curve));
    std::fprintf(stderr, "\nrows written to %s%s\n", file.c_str(), curve.empty() ? "" : (" and " + beside).c_str());
}

}  // namespace bench

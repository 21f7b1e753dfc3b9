#include "run/probe.hpp"

#include <cmath>
#include <cstdio>

namespace whorl {

namespace {

void append(std::string& row, double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%s%.9g", row.empty() || row.back() == '\n' ? "" : ",", value);
    row += text;
}

/// Half the integral of the square of curl u, from differences at cell centres.
double enstrophy(const Simulation& fluid) {
    const int dimension = fluid.dimension();
    const std::array<int, 3> n = fluid.cells();
    const Vec3 h = fluid.spacing();
    const FieldView u[3] = {fluid.velocity(0), fluid.velocity(1), fluid.velocity(dimension - 1)};
    // The slope along b of component a, at the centre of a cell, one-sided at the ends of the memory.
    const auto slope = [&](int a, int b, std::array<int, 3> i) {
        const FieldView& v = u[a];
        const auto mean = [&](std::array<int, 3> at) {
            const float* p = v.data + at[0] * v.stride[0] + at[1] * v.stride[1] + at[2] * v.stride[2];
            return 0.5 * (p[0] + p[v.stride[static_cast<std::size_t>(a)]]);
        };
        const auto k = static_cast<std::size_t>(b);
        std::array<int, 3> low = i, high = i;
        if (low[k] > 0) --low[k];
        if (high[k] < n[k] - 1) ++high[k];
        return high[k] > low[k] ? (mean(high) - mean(low)) / ((high[k] - low[k]) * h[b]) : 0.0;
    };
    double sum = 0;
    for (int k = 0; k < n[2]; ++k)
        for (int j = 0; j < n[1]; ++j)
            for (int i = 0; i < n[0]; ++i) {
                const std::array<int, 3> at{i, j, k};
                const double z = slope(1, 0, at) - slope(0, 1, at);
                sum += z * z;
                if (dimension < 3) continue;
                const double x = slope(2, 1, at) - slope(1, 2, at), y = slope(0, 2, at) - slope(2, 0, at);
                sum += x * x + y * y;
            }
    return 0.5 * sum * h.x * h.y * (dimension > 2 ? h.z : 1);
}

double total(const Simulation& fluid, const std::string& name) {
    if (name == "kinetic-energy") return fluid.kinetic_energy();
    if (name == "enstrophy") return enstrophy(fluid);
    if (name == "max-divergence") return fluid.max_divergence();
    if (name == "max-speed") return fluid.max_speed();
    return fluid.total(name.substr(6));
}

std::string total_unit(const std::string& name, int dimension) {
    const bool plane = dimension == 2;
    if (name == "kinetic-energy") return plane ? "m4/s2" : "m5/s2";
    if (name == "enstrophy") return plane ? "m2/s2" : "m3/s2";
    if (name == "max-divergence") return "1/s";
    if (name == "max-speed") return "m/s";
    return plane ? "m2" : "m3";
}

/// In a plane forces lie in it, and torque turns it.
bool acts(const std::string& name, int axis, int dimension) { return dimension == 3 || (name == "torque") == (axis == 2); }

std::string unit_of_force(const std::string& name, int dimension) {
    return " [m" + std::to_string(dimension + 1 + (name == "torque" ? 1 : 0)) + "/s2]";
}

}  // namespace

ProbeTable::ProbeTable(const Probe& probe, const Simulation& fluid) : probe_(probe) {
    header_ = "time [s]";
    const int dimension = fluid.dimension();
    if (probe_.has_line)
        for (int a = 0; a < dimension; ++a) header_ += std::string(",") + "xyz"[a] + " [m]";
    for (const std::string& name : probe_.record) {
        if (probe_.obstacle >= 0)
            for (int a = 0; a < 3; ++a) {
                if (acts(name, a, dimension)) header_ += "," + name + "." + "xyz"[a] + unit_of_force(name, dimension);
            }
        else if (!probe_.has_line)
            header_ += "," + name + " [" + total_unit(name, dimension) + "]";
        else if (name == "velocity")
            for (int a = 0; a < dimension; ++a) header_ += std::string(",velocity.") + "xyz"[a] + " [m/s]";
        else
            header_ += "," + name + (name == "speed" ? " [m/s]" : name == "pressure" ? " [m2/s2]" : "");
    }
    header_ += "\n";
}

void ProbeTable::record(const Simulation& fluid) {
    const double time = fluid.statistics().time;
    if (probe_.obstacle >= 0) {
        const BodyForce force = fluid.force_on(probe_.obstacle);
        std::string row;
        append(row, time);
        for (const std::string& name : probe_.record) {
            const Vec3 v = name == "pressure-force" ? force.pressure
                           : name == "friction"     ? force.friction
                           : name == "torque"       ? force.torque
                                                    : force.total();
            for (int a = 0; a < 3; ++a)
                if (acts(name, a, fluid.dimension())) append(row, v[a]);
        }
        rows_ += row + "\n";
        return;
    }
    if (!probe_.has_line) {
        std::string row;
        append(row, time);
        for (const std::string& name : probe_.record) append(row, total(fluid, name));
        rows_ += row + "\n";
        return;
    }
    const int last = std::max(1, probe_.samples - 1);
    for (int k = 0; k < probe_.samples; ++k) {
        const double t = static_cast<double>(k) / last;
        const Vec3 p{probe_.from.x + t * (probe_.to.x - probe_.from.x), probe_.from.y + t * (probe_.to.y - probe_.from.y),
                     probe_.from.z + t * (probe_.to.z - probe_.from.z)};
        std::string row;
        append(row, time);
        for (int a = 0; a < fluid.dimension(); ++a) append(row, p[a]);
        for (const std::string& name : probe_.record) {
            const Vec3 u = fluid.sample_velocity(p);
            if (name == "velocity")
                for (int a = 0; a < fluid.dimension(); ++a) append(row, u[a]);
            else
                append(row, name == "speed" ? std::hypot(u.x, u.y, u.z) : fluid.sample(name, p));
        }
        rows_ += row + "\n";
    }
}

}  // namespace whorl

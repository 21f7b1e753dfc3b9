#pragma once
// Inside the step of a plane, for those who want to see why it works, after the panes of Nealen's flowanim (2002,
// sections 4 and 5): the velocity before the projection, after it, and what was taken away, each as waves too; and the
// parts of vorticity confinement.
//
// All of it follows from what a fluid shows after a step. The projection takes dt grad p away, so that the velocity
// before it is u + dt grad p. That is exact for `advect-project` and `stam`, and a picture for the splittings that
// project twice, whose pressure is that of the first time. At the rim of the domain it is taken to be zero.

#include <complex>

#include <session/views.hpp>

namespace studio {

using whorl::Vec3;

/// dt grad p at the centres of a plane's cells, two channels: m/s.
void fill_taken(const whorl::Simulation& fluid, double dt, Lattice& to);

/// Two channels of a layer at n x n places, the first half a distance from the corner; linear between centres.
Lattice sampled(const Lattice& vectors, int n);

/// A field of vectors as waves: at(k, l) has k waves along x and l along y, from -n/2 to n/2 - 1.
class Waves {
  public:
    using Amplitude = std::array<std::complex<float>, 2>;  // m/s, of x and y
    /// n x n vectors, n a power of two. Sides that are not periodic count as if they were: their jump has waves too.
    explicit Waves(const Lattice& vectors);
    int extent() const { return n_; }
    Amplitude at(int k, int l) const;

  private:
    int n_;
    std::vector<std::complex<float>> z_;  // of x + i y: both in one transform
};

/// Vorticity w (1/s), N = grad |w| / |grad |w|| and the acceleration strength N x w (m/s2).
struct Confinement {
    Lattice vorticity, direction, force;
};
/// velocity: two channels. At the rim from what is inside.
Confinement confinement(const Lattice& velocity, Vec3 size, double strength);

}  // namespace studio

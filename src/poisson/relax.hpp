#pragma once
// Red-black relaxation in place: cells of one colour read only the other colour, so their order does not matter.

#include "poisson/operator.hpp"

namespace whorl {

template <int D>
WHORL_HD constexpr int colour_of(const Index<D>& i) {
    return sum_axes<D>([&](auto a) { return i[a]; }) & 1;
}

/// How far half sweeps go: all of them, and the last one before a residual is taken.
struct Omega {
    float all, last;
};

/// x += omega (b - A x) / diagonal at the cells of one colour.
template <int D, bool varies = false>
struct Relax {
    Operator<D, varies> A;
    View<const float> inverse, b;
    View<float> x;
    float omega;
    int colour;

    WHORL_HD float value(int at, int from) const {
        return x[at] + omega * inverse[from] * (b[at] - A.apply(x, at, from));
    }
    WHORL_HD void operator()(Cell<D> c) const {
        if (colour_of(c.i) == colour) x[c] = value(c, c);
    }
};

/// The same when x was 0 everywhere: no need to clear it first.
template <int D>
struct RelaxFromZero {
    View<const float> inverse, b;
    View<float> x;
    float omega;
    int colour;

    WHORL_HD void operator()(Cell<D> c) const {
        const float value = omega * inverse[c] * b[c];
        x[c] = colour_of(c.i) == colour ? value : 0.0f;
    }
};

/// Where each row finds its coefficients. Most rows of a scene are alike, far from walls and bodies; those that equal
/// one of a few samples read the sample, which stays in the nearest cache, instead of memory of their own.
template <class Exec, int D>
class RowSources {
  public:
    RowSources() = default;
    RowSources(Exec& on, const Unknowns<D>& unknowns) : box_(unknowns.box()) {
        if constexpr (TakesRows<Exec, D>) source_ = on.template buffer<int>(static_cast<std::size_t>(box_.rows()));
    }

    void prepare(Exec& on, const Operator<D>& A, View<const float> inverse) {
        if constexpr (TakesRows<Exec, D>) {
            const View<int> source = source_;
            on.for_each_row(box_, [&](Cell<D> row, int count) {
                int found = row.at;
                for (int s = 0; s < samples && found == row.at; ++s) {
                    const int sample = box_.cell(sample_row(s)).at;
                    if (alike(A, inverse, row.at, sample, count)) found = sample;
                }
                source[number(row)] = found;
            });
        }
    }

    int operator()(Cell<D> row) const { return source_.data()[number(row)]; }

  private:
    static constexpr int samples = 4;

    int number(Cell<D> row) const {
        int r = 0;
        for (int a = D - 1; a > 0; --a) r = r * box_.extent(a) + row.i[a];
        return r;
    }

    /// One off the low sides, one off the high sides, the middle, and one between: some will be clear of bodies.
    Index<D> sample_row(int s) const {
        Index<D> i{};
        for (int a = 1; a < D; ++a) {
            const int n = box_.hi[a], choice[samples] = {1, n - 2, n / 2, a == 1 ? n / 4 : n - 2};
            i[a] = whorl::max(0, whorl::min(choice[s], n - 1));
        }
        return i;
    }

    static bool equal(View<const float> f, int a, int b, int count) {
        constexpr int block = 64;
        for (int j = 0; j < count; j += block) {
            const int n = whorl::min(block, count - j);
            int different = 0;
#pragma omp simd reduction(| : different)
            for (int k = 0; k < n; ++k) different |= f[a + j + k] != f[b + j + k];
            if (different) return false;
        }
        return true;
    }

    static bool alike(const Operator<D>& A, View<const float> inverse, int a, int b, int count) {
        if (a == b) return true;
        bool same = equal(inverse, a, b, count) && (!A.own.data || equal(A.own, a, b, count));
        for (int axis = 0; axis < D && same; ++axis)
            same =
                equal(A.weight[axis], a, b, count) && equal(A.weight[axis], a + A.step[axis], b + A.step[axis], count);
        return same;
    }

    Box<D> box_{};
    Buffer<int> source_;
};

/// A row sees its own image along a periodic x.
inline void wrap_row(View<float> x, int at, int count) {
    x[at - 1] = x[at + count - 1];
    x[at + count] = x[at];
}

/// One colour of one row. The new values go through a buffer: in place the compiler would not use vectors, nor would it
/// if this were inlined into the loop over rows. Vectors take the other colour along: what they compute for it, from
/// neighbours that another thread may be changing, is dropped, and what they store is the value that was there. The
/// thread sanitizer, which can not know that, gets plain code. (Masked stores instead make a solve 3 % slower.)
template <int D, bool varies>
[[gnu::noinline]] void relax_row(const Relax<D, varies>& kernel, Cell<D> first, int count, int from) {
    const Relax<D, varies> k = kernel;
    const int borrowed = from - first.at;
#if defined(__SANITIZE_THREAD__)
    for (int j = (colour_of(first.i) + k.colour) & 1; j < count; j += 2)
        k.x[first.at + j] = k.value(first.at + j, first.at + j + borrowed);
    return;
#endif
    constexpr int block = 256;
    for (int begin = 0; begin < count; begin += block) {
        const int n = whorl::min(block, count - begin), at = first.at + begin;
        const int skip = (colour_of(first.i) + begin + k.colour) & 1;
        float fresh[block];
#pragma omp simd
        for (int j = 0; j < n; ++j) fresh[j] = k.value(at + j, at + j + borrowed);
#pragma omp simd
        for (int j = 0; j < n; ++j) k.x[at + j] = (j & 1) == skip ? fresh[j] : k.x[at + j];
    }
}

/// One colour of all unknowns. Ghosts along periodic axes are right before and after; along x each row sees to its own.
template <class Exec, int D, bool varies>
void relax(Exec& on, const Unknowns<D>& unknowns, const RowSources<Exec, D>& sources, const Relax<D, varies>& kernel) {
    if constexpr (TakesRows<Exec, D>) {
        const bool periodic = unknowns.periodic[0];
        on.for_each_row(unknowns.box(), [&](Cell<D> first, int count) {
            if (periodic) wrap_row(kernel.x, first.at, count);
            relax_row(kernel, first, count, sources(first));
        });
        wrap(on, unknowns, kernel.x, 1);
    } else {
        on.for_each(unknowns.box(), kernel);
        wrap(on, unknowns, kernel.x);
    }
}

}  // namespace whorl

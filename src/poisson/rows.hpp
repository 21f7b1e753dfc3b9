#pragma once
// The rows of a level with colours apart, and where each finds its coefficients. Most rows of a scene are alike, far
// from bodies: what ties their cells to other rows is one number a side, and what ties them along the row is in a table
// that they share and that stays in the nearest cache.

#include "poisson/half_row.hpp"
#include "poisson/operator.hpp"

namespace whorl {

template <class Exec, int D>
class Rows {
  public:
    Rows() = default;
    Rows(Exec& on, const Unknowns<D>& unknowns) : apart_(unknowns), natural_(unknowns.box()) {
        constexpr int line = 16;
        length_ = (unknowns.extent[0] / 2 + 1 + line - 1) / line * line;
        kinds_ = on.template buffer<Kind>(static_cast<std::size_t>(natural_.rows()));
        tables_ = on.template buffer<float>(static_cast<std::size_t>(samples * tables_a_sample * length_));
    }

    const ColoursApart<D>& apart() const { return apart_; }

    /// `thin_last`: the last cell of a row is thinner than the others and has coefficients of its own.
    void prepare(Exec& on, const Operator<D>& A, View<const float> inverse, bool thin_last) {
        A_ = A;
        inverse_ = inverse;
        alike_ = apart_.count(0) - (thin_last ? 1 : 0);
        Kind* const kinds = kinds_.data();
        for (int s = 0; s < samples; ++s) prepare_sample(s);
        on.for_each_row(natural_, [&](Cell<D> row, int) {
            Kind kind;
            for (int a = 1; a < D; ++a)
                for (const int high : {0, 1}) kind.across[side(a, high)] = A_.weight[a][row.at + high * A_.step[a]];
            for (int s = 0; s < samples && kind.sample < 0; ++s)
                if (sample_[s].sample >= 0 && same(kind, sample_[s]) && like_sample(row.at, sample_at_[s]))
                    kind.sample = s;
            kinds[number(row.i)] = kind;
        });
    }

    /// use(half row, first m, last m + 1) for the cells of one colour of a row of x. Twice where the last cell differs.
    template <class Use>
    void visit(const Index<D>& row, const typename ColoursApart<D>::Half& half, View<const float> x, const Use& use) const {
        if (A_.own.data)
            visit_as<true>(row, half, x, use);
        else
            visit_as<false>(row, half, x, use);
    }

    /// The inverse diagonal of the cells of a half: at [2 m].
    const float* inverse(const Index<D>& row, const typename ColoursApart<D>::Half& half) const {
        return inverse_.data + natural(row) + half.parity;
    }

    int number(const Index<D>& row) const {
        int r = 0;
        for (int a = D - 1; a > 0; --a) r = r * apart_.count(a) + row[a];
        return r;
    }

  private:
    static constexpr int others = 2 * (D - 1), tables_a_sample = 8;
    static constexpr int places = 5, samples = D == 2 ? places : places * places;

    struct Kind {
        int sample = -1;
        float across[others] = {};
    };

    static constexpr int side(int axis, int high) { return 2 * (axis - 1) + high; }
    static bool same(const Kind& a, const Kind& b) {
        bool all = true;
        for (int o = 0; o < others; ++o) all = all && a.across[o] == b.across[o];
        return all;
    }
    int natural(const Index<D>& row) const {
        int at = natural_.origin;
        for (int a = 1; a < D; ++a) at += row[a] * natural_.step[a];
        return at;
    }

    /// In the middle, off the sides and at them: some will be clear of bodies.
    Index<D> sample_row(int s) const {
        Index<D> i{};
        for (int a = 1; a < D; ++a, s /= places) {
            const int n = apart_.count(a), choice[places] = {n / 2, 1, n - 2, 0, n - 1};
            i[a] = whorl::max(0, whorl::min(choice[s % places], n - 1));
        }
        return i;
    }

    static bool constant(View<const float> f, int at, int count) {
        int different = 0;
        const float value = f[at];
#pragma omp simd reduction(| : different)
        for (int j = 0; j < count; ++j) different |= f[at + j] != value;
        return !different;
    }
    static bool equal(View<const float> f, int a, int b, int count) {
        int different = 0;
#pragma omp simd reduction(| : different)
        for (int j = 0; j < count; ++j) different |= f[a + j] != f[b + j];
        return !different;
    }
    bool steady(int at) const {
        bool all = true;
        for (int a = 1; a < D && all; ++a)
            all = constant(A_.weight[a], at, alike_) && constant(A_.weight[a], at + A_.step[a], alike_);
        return all;
    }
    bool like_sample(int at, int sample) const {
        return at == sample || (steady(at) && equal(A_.weight[0], at, sample, alike_ + 1) &&
                                equal(inverse_, at, sample, alike_) &&
                                (!A_.own.data || equal(A_.own, at, sample, alike_)));
    }

    void prepare_sample(int s) {
        const int at = natural(sample_row(s));
        Kind kind;
        if (alike_ > 0 && steady(at)) {
            kind.sample = s;
            for (int a = 1; a < D; ++a)
                for (const int high : {0, 1}) kind.across[side(a, high)] = A_.weight[a][at + high * A_.step[a]];
            for (const int parity : {0, 1})
                for (int m = 0, i = parity; i < alike_; ++m, i += 2) {
                    table(s, parity, 0)[m] = A_.weight[0][at + i];
                    table(s, parity, 1)[m] = A_.weight[0][at + i + 1];
                    table(s, parity, 2)[m] = inverse_[at + i];
                    table(s, parity, 3)[m] = A_.own.data ? A_.own[at + i] : 0.0f;
                }
        }
        sample_[s] = kind;
        sample_at_[s] = at;
    }
    float* table(int s, int parity, int which) {
        return tables_.data() + (s * tables_a_sample + 4 * parity + which) * length_;
    }
    const float* table(int s, int parity, int which) const {
        return tables_.data() + (s * tables_a_sample + 4 * parity + which) * length_;
    }

    template <bool varies, class Use>
    void visit_as(const Index<D>& row, const typename ColoursApart<D>::Half& half, View<const float> x, const Use& use) const {
        const Kind& kind = kinds_.data()[number(row)];
        const int t = half.parity;
        int done = 0;
        if (kind.sample >= 0) {
            HalfRow<D, true, varies> r{};
            r.low = table(kind.sample, t, 0), r.high = table(kind.sample, t, 1);
            r.inverse = table(kind.sample, t, 2), r.own = table(kind.sample, t, 3);
            for (int o = 0; o < others; ++o) r.across_all[o] = kind.across[o];
            see(r, half, x);
            done = (alike_ - t + 1) / 2;
            use(r, 0, done);
        }
        if (done < half.count) {
            const int at = natural(row) + t;
            HalfRow<D, false, varies> r{};
            r.low = A_.weight[0].data + at, r.high = r.low + 1;
            r.inverse = inverse_.data + at, r.own = A_.own.data + (A_.own.data ? at : 0);
            for (int a = 1; a < D; ++a)
                for (const int high : {0, 1}) r.across[side(a, high)] = A_.weight[a].data + at + high * A_.step[a];
            see(r, half, x);
            use(r, done, half.count);
        }
    }
    template <class Half>
    void see(Half& r, const typename ColoursApart<D>::Half& half, View<const float> x) const {
        r.shift = A_.shift;
        const float* const other = x.data + half.other;
        r.left = other - 1 + half.parity, r.right = other + half.parity;
        for (int a = 1; a < D; ++a) {
            r.other[side(a, 0)] = other - apart_.step(a);
            r.other[side(a, 1)] = other + apart_.step(a);
        }
    }

    ColoursApart<D> apart_;
    Box<D> natural_{};
    Operator<D> A_{};
    View<const float> inverse_{};
    int alike_ = 0;  // so many cells of a row are compared
    int length_ = 0;
    Buffer<Kind> kinds_;
    Field tables_;
    Kind sample_[samples];
    int sample_at_[samples] = {};
};

}  // namespace whorl

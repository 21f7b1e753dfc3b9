#pragma once
// The rows of a level with colours apart, and where each finds its coefficients. Most rows of a scene are alike, far
// from bodies; those that equal one of a few samples share its tables, which stay in the nearest cache.

#include "poisson/half_row.hpp"
#include "poisson/operator.hpp"

namespace whorl {

template <class Exec, int D>
class Rows {
  public:
    Rows() = default;
    Rows(Exec& on, const Unknowns<D>& unknowns) : apart_(unknowns), natural_(unknowns.box()) {
        blocks_ = (apart_.count_of(0) + row_block - 1) / row_block;
        kinds_ = on.template buffer<signed char>(static_cast<std::size_t>(natural_.rows()));
        stretches_ = on.template buffer<Stretch>(static_cast<std::size_t>(natural_.rows() * stretches()));
        tables_ = on.template buffer<float>(static_cast<std::size_t>(most_samples * table_size()));
    }

    const ColoursApart<D>& apart() const { return apart_; }

    /// `thin_last`: the last cell of a row is thinner than the others, so that nothing about it is like them.
    void prepare(Exec& on, const Operator<D>& A, View<const float> inverse, bool thin_last) {
        A_ = A;
        inverse_ = inverse;
        alike_ = apart_.count(0) - (thin_last ? 1 : 0);
        for (int s = 0; s < most_samples; ++s) take_sample(s);
        signed char* const kinds = kinds_.data();
        on.for_each_row(natural_, [&](Cell<D> row, int) {
            const int kind = kind_of(row.at);
            kinds[number(row.i)] = static_cast<signed char>(kind);
            Stretch* const stretches = stretches_of(row.i);
            for (int s = 0; s < whole_stretches(); ++s)
                stretches[s] = is_sample(kind) ? Stretch::alike : kind_of_stretch(kind, row.at, s);
        });
    }

    /// use(coefficients, from): those of the row, from cell x = `from` on; once more where its last cell differs. Not
    /// at all where nothing is unknown.
    template <class Use>
    void visit(const Index<D>& row, const Use& use) const {
        if (A_.own.data)
            visit_as<true>(row, use);
        else
            visit_as<false>(row, use);
    }
    /// use(coefficients of two rows, from), of the same sort, for a row and the one that follows it along y; `second`:
    /// whether there is any.
    template <class Use>
    void visit_pair(const Index<D>& row, bool second, const Use& use) const {
        if (A_.own.data)
            visit_pair_as<true>(row, second, use);
        else
            visit_pair_as<false>(row, second, use);
    }
    bool is_closed(const Index<D>& row) const { return kinds_.data()[number(row)] == closed; }
    /// How many rows from this one on, along y, have the same coefficients.
    int alike_from(const Index<D>& row) const {
        if (D == 2 || alike_ < apart_.count(0)) return 1;
        const signed char* const kind = kinds_.data() + number(row);
        const int left = apart_.count(1) - row[1];
        int count = 1;
        while (count < left && kind[count] == kind[0] && is_sample(kind[0])) ++count;
        return count;
    }

    /// The inverse diagonal of the cells of a half: at [2 m].
    const float* inverse(const Index<D>& row, const HalfRow& half) const {
        return inverse_.data + natural(row) + half.parity;
    }

    int number(const Index<D>& row) const {
        int r = 0;
        for (int a = D - 1; a > 0; --a) r = r * apart_.count(a) + row[a];
        return r;
    }

  private:
    static constexpr int others = Neighbours<D>::others, tables = Uniform<D, true>::tables;
    static constexpr int places = 5, most_samples = D == 2 ? places : places * places;
    static constexpr int closed = -1, none = most_samples, partly = none + 1;

    /// A row that others are compared with.
    struct Sample {
        bool usable = false;
        int at = 0;
        float across[others] = {};
    };

    /// The sample that a row equals; `partly` more: that some of its stretches equal; or `closed`, or `none`.
    int kind_of(int at) const {
        if (constant(inverse_, at, apart_.count(0), 0)) return closed;
        for (int s = 0; s < most_samples; ++s)
            if (samples_[s].usable && like(samples_[s], at, 0, alike_)) return s;
        // Where a body is in its midst, one of its ends will do to know it by.
        const int last = (whole_stretches() - 1) * stretch_cells;
        for (int s = 0; s < most_samples && last >= 0; ++s)
            if (samples_[s].usable &&
                (like(samples_[s], at, 0, stretch_cells) || like(samples_[s], at, last, stretch_cells)))
                return partly + s;
        return none;
    }
    Stretch kind_of_stretch(int kind, int at, int number) const {
        const int begin = number * stretch_cells;
        if (kind >= partly && like(samples_[kind - partly], at, begin, stretch_cells)) return Stretch::alike;
        return constant(inverse_, at + begin, stretch_cells, 0) ? Stretch::closed : Stretch::own;
    }

    static constexpr int stretch_cells = 2 * stretch;
    int stretches() const { return apart_.count(0) / stretch_cells; }
    int whole_stretches() const { return alike_ / stretch_cells; }
    Stretch* stretches_of(const Index<D>& row) { return stretches_.data() + number(row) * stretches(); }

    int natural(const Index<D>& row) const {
        int at = natural_.origin;
        for (int a = 1; a < D; ++a) at += row[a] * natural_.step[a];
        return at;
    }
    int table_size() const { return 2 * blocks_ * tables * row_table; }

    /// In the middle, off the sides and at them: some will be clear of bodies.
    Index<D> sample_row(int s) const {
        Index<D> i{};
        for (int a = 1; a < D; ++a, s /= places) {
            const int n = apart_.count(a), choice[places] = {n / 2, 1, n - 2, 0, n - 1};
            i[a] = whorl::max(0, whorl::min(choice[s % places], n - 1));
        }
        return i;
    }

    void take_sample(int s) {
        Sample& sample = samples_[s];
        const int at = sample.at = natural(sample_row(s));
        for (int a = 1; a < D; ++a)
            for (const int high : {0, 1}) sample.across[2 * a - 2 + high] = A_.weight[a][at + high * A_.step[a]];
        sample.usable = alike_ > 0 && steady(sample, at, 0, alike_);
        if (!sample.usable) return;
        for (int i = 0; i < alike_; ++i) {
            const int m = i >> 1, number = (i & 1) * blocks_ + m / row_block;
            float* const table = tables_.data() + s * table_size() + number * tables * row_table + m % row_block;
            table[0] = A_.weight[0][at + i];
            table[row_table] = A_.weight[0][at + i + 1];
            table[2 * row_table] = inverse_[at + i];
            table[3 * row_table] = A_.own.data ? A_.own[at + i] : 0.0f;
        }
    }

    static bool constant(View<const float> f, int at, int count, float value) {
        int different = 0;
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
    /// `count` cells from x = `begin` on: tied to other rows by the same everywhere, and as the sample.
    bool steady(const Sample& s, int at, int begin, int count) const {
        bool all = true;
        for (int a = 1; a < D && all; ++a)
            for (const int high : {0, 1})
                all = all && constant(A_.weight[a], at + begin + high * A_.step[a], count, s.across[2 * a - 2 + high]);
        return all;
    }
    bool like(const Sample& s, int row, int begin, int count) const {
        const int at = row + begin, same = s.at + begin;
        return row == s.at || (steady(s, row, begin, count) && equal(A_.weight[0], at, same, count + 1) &&
                               equal(inverse_, at, same, count) && (!A_.own.data || equal(A_.own, at, same, count)));
    }

    static bool is_sample(int kind) { return kind >= 0 && kind < most_samples; }
    bool is_uniform(const Index<D>& row) const { return is_sample(kinds_.data()[number(row)]); }
    bool has_odd_end() const { return alike_ < apart_.count(0); }

    template <bool varies, class Use>
    void visit_as(const Index<D>& row, const Use& use) const {
        if (is_closed(row)) return;
        if (!is_uniform(row)) return use(varying<varies>(row), 0);
        use(uniform<varies>(row), 0);
        if (has_odd_end()) use(varying<varies>(row), alike_);
    }
    template <bool varies, class Use>
    void visit_pair_as(const Index<D>& row, bool second, const Use& use) const {
        Index<D> next = row;
        next[1] += second ? 1 : 0;
        const Varying<D, varies> vary[2] = {varying<varies>(row), varying<varies>(next)};
        if (!is_uniform(row) || !is_uniform(next)) return use(vary, 0);
        const Uniform<D, varies> same[2] = {uniform<varies>(row), uniform<varies>(next)};
        use(same, 0);
        if (has_odd_end()) use(vary, alike_);
    }

    template <bool varies>
    Uniform<D, varies> uniform(const Index<D>& row) const {
        const int known = kinds_.data()[number(row)], kind = known < 0 || known == none ? 0 : known % partly;
        Uniform<D, varies> u{tables_.data() + kind * table_size(), blocks_, {}, A_.shift, alike_};
        for (int o = 0; o < others; ++o) u.across[o] = samples_[kind].across[o];
        return u;
    }
    template <bool varies>
    Varying<D, varies> varying(const Index<D>& row) const {
        const int at = natural(row);
        Varying<D, varies> v{};
        v.row.along = A_.weight[0].data + at;
        for (int a = 1; a < D; ++a)
            for (const int high : {0, 1}) v.row.across[2 * a - 2 + high] = A_.weight[a].data + at + high * A_.step[a];
        v.row.inverses = inverse_.data + at;
        if constexpr (varies) v.row.own = A_.own.data + at;
        v.row.shift = A_.shift;
        v.other = uniform<varies>(row);
        v.kinds = stretches_.data() + number(row) * stretches();
        v.whole = whole_stretches() * stretch;
        v.odds[0] = 0, v.odds[1] = -1;
        return v;
    }

    ColoursApart<D> apart_;
    Box<D> natural_{};
    Operator<D> A_{};
    View<const float> inverse_{};
    int alike_ = 0;  // so many cells of a row are compared
    int blocks_ = 0;
    Buffer<signed char> kinds_;  // kind_of each row
    Buffer<Stretch> stretches_;  // of all rows
    Field tables_;
    Sample samples_[most_samples];
};

}  // namespace whorl

#pragma once
// The end of the cycle: a level of a few hundred nodes, solved by elimination. Coarser levels would join what is far
// apart along a winding channel, and relaxation does not reach far.

#include "poisson/split_level.hpp"

namespace whorl {

template <class Exec, int D>
class SplitBottom {
  public:
    static constexpr int most = 256;

    SplitBottom() = default;
    explicit SplitBottom(Exec& on) {
        matrix_ = on.template buffer<double>(most * (most + 1) / 2);
        value_ = on.template buffer<double>(most);
        inverse_ = on.template buffer<double>(most);
        node_ = on.template buffer<int>(most);
        region_ = on.template buffer<float>(most);
        first_ = on.template buffer<int>(most);
    }

    /// `number` of each node is written, `region` read. False: there are too many nodes.
    bool prepare(const SplitLevel<Exec, D>& level, int* number, const float* region) {
        const Box<D> box = level.unknowns.box();
        SplitNode<D> nodes[most];
        count_ = 0;
        const auto take = [&](const SplitNode<D>& n) {
            if (count_ < most) nodes[count_] = n;
            ++count_;
        };
        if (level.cells() > 4 * most || level.first[2] - level.first[0] > most) return false;
        for (int r = 0; r < box.rows(); ++r)
            for (Cell<D> c = box.row(r); c.i[0] < box.hi[0]; ++c.i[0], ++c.at) {
                const int row = level.finest() ? -1 : level.row.data()[c];
                if (row < 0 && level.known[c] > 0) take({c.at, c.i, -1});
                for (int s = row; row >= 0 && s < level.first[2] && level.special[s].cell == c.at; ++s)
                    take({level.special[s].node, c.i, s});
            }
        if (count_ > most) return false;
        for (int k = 0; k < count_; ++k) {
            number[nodes[k].at] = k;
            node_.data()[k] = nodes[k].at;
            region_.data()[k] = region[nodes[k].at];
        }
        for (int k = 0; k < count_; ++k) {
            double* const row = matrix(k);
            std::fill_n(row, k + 1, 0.0);
            first_.data()[k] = k;
            row[k] = level.self(nodes[k]);
            for (int d = 0; d < Special<D>::directions; ++d)
                level.each_tie(nodes[k], d, [&](int to, float w) {
                    row[k] += double{w};
                    if (level.is_side(nodes[k], d)) return;
                    const int other = number[to];
                    if (other < k) row[other] -= double{w}, first_.data()[k] = whorl::min(first_.data()[k], other);
                });
        }
        factorise();
        return true;
    }

    void solve(View<const float> b, View<float> x) {
        double* const y = value_.data();
        for (int i = 0; i < count_; ++i) y[i] = double{b[node_.data()[i]]} - dot(matrix(i), y, first_.data()[i], i);
        for (int i = 0; i < count_; ++i) y[i] *= inverse_.data()[i];
        for (int i = count_ - 1; i >= 0; --i) {
            const double* const row = matrix(i);
            const double v = y[i];
#pragma omp simd
            for (int j = first_.data()[i]; j < i; ++j) y[j] -= row[j] * v;
        }
        remove_means();
        for (int i = 0; i < count_; ++i) x[node_.data()[i]] = static_cast<float>(y[i]);
    }

  private:
    double* matrix(int row) { return matrix_.data() + row * (row + 1) / 2; }

    static double dot(const double* a, const double* b, int begin, int end) {
        double sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int j = begin; j < end; ++j) sum += a[j] * b[j];
        return sum;
    }

    /// Closed regions are done one after the other; there are few.
    void remove_means() {
        double* const y = value_.data();
        const float* const region = region_.data();
        for (int i = 0; i < count_; ++i) {
            if (inverse_.data()[i] > 0) continue;  // each of them has one such node
            double sum = 0, nodes = 0;
            for (int j = 0; j < count_; ++j)
                if (region[j] == region[i]) sum += y[j], ++nodes;
            for (int j = 0; j < count_; ++j)
                if (region[j] == region[i]) y[j] -= sum / nodes;
        }
    }

    /// L D L^T, within the envelope. Where a region is closed its last pivot is rounding: that node stays 0.
    void factorise() {
        constexpr double rounding = 1e-9;
        for (int i = 0; i < count_; ++i) {
            double* const row = matrix(i);
            const int first = first_.data()[i];
            const double diagonal = row[i];
            for (int j = first; j < i; ++j) row[j] -= dot(row, matrix(j), whorl::max(first, first_.data()[j]), j);
            for (int j = first; j < i; ++j) {
                const double scaled = row[j] * inverse_.data()[j];
                row[i] -= scaled * row[j];
                row[j] = scaled;
            }
            inverse_.data()[i] = row[i] > rounding * diagonal ? 1 / row[i] : 0;
        }
    }

    Buffer<double> matrix_, value_, inverse_;
    Buffer<int> node_, first_;
    Field region_;
    int count_ = 0;
};

}  // namespace whorl

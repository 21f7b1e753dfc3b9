#pragma once
// Closed regions: parts of the unknowns that nothing ties to a held value, nor to one another. In each of them x is
// free up to a constant, and b has to have mean 0.

#include <algorithm>
#include <cstdint>

#include "poisson/operator.hpp"

namespace whorl {

template <class Exec, int D>
class Regions {
  public:
    static constexpr int most = 4096;

    Regions() = default;
    /// `extras`: so many values at most follow behind those of the grid.
    Regions(Exec& on, const Unknowns<D>& unknowns, int extras = 0)
        : box_(unknowns.box()), values_(unknowns.grid.values()) {
        std::int64_t cells = 1;
        for (int a = 0; a < D; ++a) cells *= unknowns.extent[a];
        most_ = static_cast<int>(std::min<std::int64_t>(most, cells));
        number_ = on.template buffer<std::uint16_t>(static_cast<std::size_t>(values_ + extras));
        const auto each = static_cast<std::size_t>(most_) + 1;
        partial_ = on.template buffer<double>(each * (parts + 1));
        size_ = on.template buffer<double>(each);
        mean_ = on.template buffer<float>(each);
    }

    /// Of each cell: 0 if it belongs to no closed region.
    View<std::uint16_t> number() { return number_; }
    int capacity() const { return most_; }
    int count() const { return count_; }

    /// Once the numbers are there.
    void prepare(Exec& on, int count, int extras = 0) {
        count_ = count;
        extras_ = extras;
        if (count > 0)
            add(
                on, [](int) { return 1.0f; }, [&](int k, double sum) { size_.data()[k] = sum; });
    }

    /// f -= its mean, in each closed region.
    WHORL_NOINLINE void remove_means(Exec& on, View<float> f) {
        if (count_ == 0) return;
        add(
            on, [&](int at) { return f[at]; },
            [&](int k, double sum) { mean_.data()[k] = static_cast<float>(sum / std::max(size_.data()[k], 1.0)); });
        mean_.data()[0] = 0;
        const View<const std::uint16_t> number = number_;
        const View<const float> mean = mean_;
        const auto shift = [=](int begin, int end) {
            for (int at = begin; at < end; ++at) f[at] -= mean[number[at]];
        };
        on.for_each_row(box_, [&](Cell<D> first, int cells) { shift(first.at, first.at + cells); });
        shift(values_, values_ + extras_);
    }

  private:
    static constexpr int parts = 16;  // summed apart, then together: the same for any number of threads

    template <class Value, class Take>
    void add(Exec& on, const Value& value, const Take& take) {
        const int each = count_ + 1, rows = box_.rows();
        // Rows of such length that threads are used where they would be for the cells themselves.
        const Box<2> all{{0, 0}, {whorl::max(1, rows / parts) * box_.extent(0), parts}, {0, 1}, 0};
        on.for_each_row(all, [&](Cell<2> part, int) {
            double* const sum = partial_.data() + part.i[1] * each;
            std::fill_n(sum, each, 0.0);
            const auto first_row = [&](std::int64_t p) { return static_cast<int>(rows * p / parts); };
            for (int r = first_row(part.i[1]); r < first_row(part.i[1] + 1); ++r) {
                const int begin = box_.row(r).at;
                add_runs(begin, begin + box_.extent(0), value, sum);
            }
        });
        double* const rest = partial_.data() + parts * each;
        std::fill_n(rest, each, 0.0);
        add_runs(values_, values_ + extras_, value, rest);
        for (int k = 1; k < each; ++k) {
            double sum = 0;
            for (int part = 0; part <= parts; ++part) sum += partial_.data()[part * each + k];
            take(k, sum);
        }
    }

    template <class Value>
    void add_runs(int begin, int end, const Value& value, double* sum) const {
        const std::uint16_t* const number = number_.data();
        for (int at = begin; at < end;) {
            const int k = number[at];
            double run = 0;
            for (; at < end && number[at] == k; ++at) run += value(at);
            sum[k] += run;
        }
    }

    Box<D> box_{};
    int values_ = 0, extras_ = 0;
    Buffer<std::uint16_t> number_;
    Buffer<double> partial_, size_;
    Field mean_;
    int most_ = 0, count_ = 0;
};

}  // namespace whorl

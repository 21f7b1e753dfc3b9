// In place of src/exec/cuda_fourier.cu and of cuFFT: the same transforms, from their definition, line by line.

#include <complex>
#include <numbers>

#include "exec/cuda_fourier.hpp"

namespace whorl {

namespace {

using Number = std::complex<double>;

struct Plan {
    int axes, n[3], pitch[3];  // as in CudaFourier::Shape
    std::vector<Number> values;

    int count() const { return n[0] * n[1] * n[2]; }
    /// Where value `at` of this lies in a field, and among the waves.
    int in_field(int at) const {
        int place = 0, index[3];
        split(at, index);
        for (int k = 0; k < axes; ++k) place = place * (k > 0 ? pitch[k] : 1) + index[k];
        return place;
    }
    /// Those beyond the half are the conjugates of others.
    int in_waves(int at, bool& conjugate) const {
        int index[3], place = 0;
        split(at, index);
        conjugate = index[axes - 1] > n[axes - 1] / 2;
        for (int k = 0; k < axes; ++k) {
            if (conjugate) index[k] = (n[k] - index[k]) % n[k];
            place = place * (k == axes - 1 ? n[k] / 2 + 1 : n[k]) + index[k];
        }
        return place;
    }
    void transform(double sign) {
        int step = 1;
        for (int k = axes - 1; k >= 0; step *= n[k--]) {
            std::vector<Number> turn, line(static_cast<std::size_t>(n[k]));
            for (int p = 0; p < n[k]; ++p) turn.push_back(std::polar(1.0, sign * 2 * std::numbers::pi * p / n[k]));
            for (int first = 0; first < count(); ++first) {
                if (first / step % n[k] != 0) continue;
                for (int p = 0; p < n[k]; ++p) {
                    Number sum = 0;
                    for (int q = 0; q < n[k]; ++q)
                        sum += at(first + q * step) * turn[static_cast<std::size_t>(p * q % n[k])];
                    line[static_cast<std::size_t>(p)] = sum;
                }
                for (int p = 0; p < n[k]; ++p) at(first + p * step) = line[static_cast<std::size_t>(p)];
            }
        }
    }
    Number& at(int k) { return values[static_cast<std::size_t>(k)]; }

  private:
    void split(int at, int* index) const {
        for (int k = axes - 1; k >= 0; --k) index[k] = at % n[k], at /= n[k];
    }
};
std::vector<Plan> plans;

}  // namespace

CudaFourier::CudaFourier(Cuda& on, const Shape& s)
    : forward_(static_cast<int>(plans.size())), backward_(forward_), planned_(true), origin_(s.origin) {
    Plan plan{s.axes, {1, 1, 1}, {}, {}};
    int waves = 1;
    for (int k = 0; k < s.axes; ++k) {
        plan.n[k] = s.n[k], plan.pitch[k] = s.pitch[k];
        waves *= k == s.axes - 1 ? s.n[k] / 2 + 1 : s.n[k];
    }
    plan.values.resize(static_cast<std::size_t>(plan.count()));
    plans.push_back(std::move(plan));
    waves_ = on.buffer<Complex>(static_cast<std::size_t>(waves));
}
CudaFourier::~CudaFourier() {
    if (planned_) plans[static_cast<std::size_t>(forward_)].values = {};
}

void CudaFourier::forward(Cuda& on, View<const float> f) {
    emulated::queue(
        on.stream(), [number = static_cast<std::size_t>(forward_), field = f.data + origin_, waves = waves_.data()] {
            Plan& plan = plans[number];
            for (int k = 0; k < plan.count(); ++k) plan.at(k) = field[plan.in_field(k)];
            plan.transform(-1);
            for (int k = 0; k < plan.count(); ++k) {
                bool conjugate = false;
                const int place = plan.in_waves(k, conjugate);
                if (!conjugate)
                    waves[place] = {static_cast<float>(plan.at(k).real()), static_cast<float>(plan.at(k).imag())};
            }
        });
}
void CudaFourier::backward(Cuda& on, View<float> f) {
    emulated::queue(on.stream(),
                    [number = static_cast<std::size_t>(backward_), field = f.data + origin_, waves = waves_.data()] {
                        Plan& plan = plans[number];
                        for (int k = 0; k < plan.count(); ++k) {
                            bool conjugate = false;
                            const Complex w = waves[plan.in_waves(k, conjugate)];
                            plan.at(k) = {w.re, conjugate ? -w.im : w.im};
                        }
                        plan.transform(1);
                        for (int k = 0; k < plan.count(); ++k)
                            field[plan.in_field(k)] = static_cast<float>(plan.at(k).real());
                    });
}

}  // namespace whorl

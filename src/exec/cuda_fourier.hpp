#pragma once
// Fourier transforms on a GPU, by cuFFT: of the cells of a grid that repeats along every axis, as they lie in memory.

#include "exec/cuda.hpp"

namespace whorl {

struct Complex {
    float re, im;
};

class CudaFourier {
  public:
    using Wave = Complex;
    /// Takes the memory for the waves and for what cuFFT needs.
    template <int D> CudaFourier(Cuda& on, const Grid<D>& grid) : CudaFourier(on, shape_of(grid)) {}
    ~CudaFourier();
    CudaFourier(const CudaFourier&) = delete;
    CudaFourier& operator=(const CudaFourier&) = delete;

    /// Of a field to its waves, and back; unscaled. The field begins at the first value of its memory.
    void forward(Cuda& on, View<const float> f);
    void backward(Cuda& on, View<float> f);

    /// n / 2 + 1 waves along x, all along the other axes: those with the opposite sign of both are the conjugates.
    View<Complex> waves() { return waves_; }
    template <int D> static Box<D> box(const Grid<D>& grid) {
        Box<D> b{{}, grid.n(), {}, 0};
        b.hi[0] = grid.n()[0] / 2 + 1;
        int step = 1;
        for (int a = 0; a < D; ++a) b.step[a] = step, step *= b.hi[a];
        return b;
    }

  private:
    struct Shape {
        int axes, n[3], pitch[3];  // the slowest axis first; pitch: how many of the next faster axis make one of this
        int origin;
    };
    template <int D> static Shape shape_of(const Grid<D>& grid) {
        Shape s{D, {}, {}, grid.origin()};
        for (int k = 0; k < D; ++k) {
            const int a = D - 1 - k;
            s.n[k] = grid.n()[a];
            s.pitch[k] = a == D - 1 ? grid.n()[a] : grid.step()[a + 1] / grid.step()[a];
        }
        return s;
    }
    CudaFourier(Cuda& on, const Shape& shape);

    int forward_ = 0, backward_ = 0;  // plans
    bool planned_ = false;
    int origin_ = 0;
    Buffer<Complex> waves_;
    Buffer<char> room_;
};

}  // namespace whorl

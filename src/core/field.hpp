#pragma once
// A field is one value per index of a grid. `Field` owns the memory, `View` is what a kernel holds.

#include <cstddef>
#include <memory>
#include <utility>

#include "core/grid.hpp"

namespace whorl {

template <class T> struct View {
    T* data = nullptr;

    WHORL_HD constexpr T& operator[](int at) const { return data[at]; }
    WHORL_HD constexpr operator View<const T>() const { return {data}; }
};

/// A view that is only read loads through the GPU's read-only path.
template <class T> struct View<const T> {
    const T* data = nullptr;

#if defined(__CUDA_ARCH__)
    __device__ T operator[](int at) const { return __ldg(data + at); }
#else
    WHORL_HD constexpr T operator[](int at) const { return data[at]; }
#endif
};

/// One field per axis: the component of a vector normal to each face, on the MAC grid.
template <class T, int D> using Faces = Array<View<T>, D>;

/// Memory of some device, freed by the device that gave it.
template <class T> class Buffer {
  public:
    Buffer() = default;
    Buffer(T* data, std::size_t size, void (*release)(void*)) : data_(data, release), size_(size) {}

    std::size_t size() const { return size_; }
    T* data() { return data_.get(); }
    const T* data() const { return data_.get(); }
    operator View<T>() { return {data_.get()}; }
    operator View<const T>() const { return {data_.get()}; }

  private:
    std::unique_ptr<T[], void (*)(void*)> data_{nullptr, +[](void*) {}};
    std::size_t size_ = 0;
};

using Field = Buffer<float>;

/// D fields of one grid.
template <int D> struct VectorField {
    Field part[D];

    Field& operator[](int a) { return part[a]; }
    const Field& operator[](int a) const { return part[a]; }
    operator Faces<float, D>() {
        Faces<float, D> f;
        for (int a = 0; a < D; ++a) f[a] = part[a];
        return f;
    }
    operator Faces<const float, D>() const {
        Faces<const float, D> f;
        for (int a = 0; a < D; ++a) f[a] = part[a];
        return f;
    }
};

template <int D> void swap(VectorField<D>& a, VectorField<D>& b) {
    for (int i = 0; i < D; ++i) std::swap(a.part[i], b.part[i]);
}

}  // namespace whorl

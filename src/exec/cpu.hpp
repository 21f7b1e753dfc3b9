#pragma once
// How a kernel runs on the CPU: rows over threads, the cells of a row over vector lanes. The same bits for any number
// of threads: a kernel writes its own cell only, and every reduction has one fixed tree.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "core/field.hpp"
#include "core/rows.hpp"
#include "exec/loops.hpp"

namespace whorl {

class Cpu {
  public:
    /// threads = 0 takes all the machine has.
    explicit Cpu(int threads = 0);
    ~Cpu();
    Cpu(Cpu&&) noexcept;
    Cpu& operator=(Cpu&&) noexcept;

    int threads() const { return threads_; }
    static constexpr bool calls_after_row = true;  // a kernel's after_row(its first cell), when the row is written

    /// From now on nothing is allocated, only counted: how the memory of a scene is known before it is taken.
    void only_count_memory() { only_count_ = true; }
    bool only_counts_memory() const { return only_count_; }
    std::size_t bytes_allocated() const { return bytes_; }

    /// A field of zeros.
    template <int D> Field field(const Grid<D>& grid) {
        reserve_rows(grid);
        return buffer<float>(static_cast<std::size_t>(grid.values()));
    }
    template <int D> VectorField<D> faces(const Grid<D>& grid) {
        VectorField<D> f;
        for (int a = 0; a < D; ++a) f[a] = field(grid);
        return f;
    }
    template <class T> Buffer<T> buffer(std::size_t size) {
        bytes_ += size * sizeof(T);
        if (only_count_) return {};
        return Buffer<T>(static_cast<T*>(zeroed(size * sizeof(T))), size, &Cpu::release);
    }

    /// kernel(cell) for each cell of the box. A kernel with `shared_nodes` looks elsewhere, at a `target`: groups of cells
    /// along x that see the same `lower_nodes` from where they are `share` a look, kernel(cell, target, look), to the same
    /// bits.
    template <int D, class Kernel> void for_each(const Box<D>& box, const Kernel& kernel) {
        struct Body final : Work {
            const Box<D>& box;
            const Kernel& kernel;
            Body(const Box<D>& b, const Kernel& k) : box(b), kernel(k) {}
            void run(int begin, int end) const override { run_rows(box, kernel, begin, end); }
        };
        const int rows = box.rows();
        if (rows > 0) spread(rows, box.extent(0) * work_of<Kernel>(), Body(box, kernel));
    }

    /// row(first cell, count) for each row of the box: for the few kernels that need more than a cell at a time.
    template <int D, class Row> void for_each_row(const Box<D>& box, const Row& row) {
        struct Body final : Work {
            const Box<D>& box;
            const Row& row;
            Body(const Box<D>& b, const Row& r) : box(b), row(r) {}
            void run(int begin, int end) const override {
                const int count = box.extent(0);
                Cell<D> first = box.row(begin);
                for (int r = begin; r < end; ++r, box.to_next_row(first)) row(first, count);
            }
        };
        const int rows = box.rows();
        if (rows > 0) spread(rows, box.extent(0), Body(box, row));
    }

    /// slab(first, end) for parts of 0 <= i < count that together are all of it; `cells` says how much work one i is.
    template <class Slab> void for_each_slab(int count, int cells, const Slab& slab) {
        struct Body final : Work {
            const Slab& slab;
            explicit Body(const Slab& s) : slab(s) {}
            void run(int begin, int end) const override { slab(begin, end); }
        };
        if (count > 0) spread_slabs(count, cells, Body(slab));
    }
    /// item(i) for 0 <= i < count.
    template <class Item> void for_each_item(int count, int cells, const Item& item) {
        struct Body final : Work {
            const Item& item;
            explicit Body(const Item& i) : item(i) {}
            void run(int begin, int end) const override {
                for (int i = begin; i < end; ++i) item(i);
            }
        };
        if (count > 0) spread(count, cells, Body(item));
    }

    /// The same one after the other, in the order of memory or against it: for what is sequential by nature.
    template <int D, class Row> void rows_in_order(const Box<D>& box, const Row& row, bool backwards = false) {
        const int rows = box.rows(), count = box.extent(0);
        for (int r = 0; r < rows; ++r) row(box.row(backwards ? rows - 1 - r : r), count);
    }

    /// Sum of kernel(cell) over the box, in double, along a tree that depends on the box alone. A kernel that returns an
    /// `Array` is summed up part by part, to an array.
    template <int D, class Kernel> auto sum(const Box<D>& box, const Kernel& kernel) {
        constexpr int parts = summands<decltype(kernel(Cell<D>{}))>();
        static_assert(parts <= most_sums);
        const int rows = box.rows();
        reduce_rows(box, [&](Cell<D> first, int count, double* partial) {
            const Array<double, parts> row = sum_row<parts>(kernel, first, count);
            for (int p = 0; p < parts; ++p) partial[p * rows] = row[p];
        });
        Array<double, parts> total{};
        for (int p = 0; p < parts; ++p) total[p] = pairwise_sum(partial_.data() + p * rows, rows);
        if constexpr (parts == 1) return total[0];
        else return total;
    }

    /// Their sum, along the tree of `sum`.
    static double total(const Buffer<double>& parts) {
        return pairwise_sum(parts.data(), static_cast<int>(parts.size()));
    }

    /// Largest kernel(cell) over the box; `empty` if it has no cells. A NaN anywhere gives a NaN.
    template <int D, class Kernel> float max(const Box<D>& box, const Kernel& kernel, float empty = 0) {
        reduce_rows(box, [&](Cell<D> first, int count, double* partial) {
            const Kernel k = kernel;
            float largest = -INFINITY;
            bool nan = false;
            for (int j = 0; j < count; ++j) {
                Cell<D> c = first;
                c.i[0] += j;
                c.at += j;
                const float v = k(c);
                nan |= !(v == v);
                largest = v > largest ? v : largest;
            }
            *partial = nan ? NAN : largest;
        });
        float largest = -INFINITY;
        for (int r = 0; r < box.rows(); ++r) {
            const float v = static_cast<float>(partial_[static_cast<std::size_t>(r)]);
            if (!(v == v)) return v;
            largest = whorl::max(largest, v);
        }
        return box.rows() > 0 ? largest : empty;
    }

    template <class T> void copy(const Buffer<T>& from, Buffer<T>& to) {
        copy_bytes(from.data(), to.data(), from.size() * sizeof(T));
    }
    /// From the caller's memory into that of the device.
    template <class T> void upload(const T* from, std::size_t count, Buffer<T>& to) {
        copy_bytes(from, to.data(), count * sizeof(T));
    }
    template <class T> void clear(Buffer<T>& f) { clear_bytes(f.data(), f.size() * sizeof(T)); }

    /// Work that is done over and over with the same numbers at the same places: a device may remember it.
    struct Recording {};
    template <class WorkToDo> static void replay(Recording&, const WorkToDo& work) { work(); }

    /// A moment of its work, and the time from one to another.
    using Mark = std::chrono::steady_clock::time_point;
    Mark mark() const { return std::chrono::steady_clock::now(); }
    static double ms_between(Mark a, Mark b) { return std::chrono::duration<double, std::milli>(b - a).count(); }

    // The host at work: values of a buffer where it can read and change them, put back once they are changed. Here that is
    // the buffer itself.
    template <class T> T* on_host(Buffer<T>& f) { return f.data(); }
    template <class T> const T* on_host(const Buffer<T>& f) { return f.data(); }
    template <class T> void put_back(Buffer<T>&, const T*) {}
    /// Fields as callers see them: here as they are. `number` tells them apart, `changes` when they have changed.
    struct Shown {
        const float* values(Cpu&, const Field& f, std::size_t /*number*/, std::int64_t /*changes*/) { return f.data(); }
    };
    /// Copies of fields that stay as they are while the fields change, told apart by numbers. Another thread may read them;
    /// who takes new ones has to know that nobody does.
    class Copies {
      public:
        void take(Cpu& on, const Field& f, std::size_t number) {
            const std::size_t bytes = f.size() * sizeof(float);
            if (number >= copies_.size()) copies_.resize(number + 1);
            Field& copy = copies_[number];
            if (copy.size() != f.size()) copy = Field(static_cast<float*>(zeroed(bytes)), f.size(), &Cpu::release);
            on.copy_bytes(f.data(), copy.data(), bytes);
        }
        const float* values(std::size_t number) const { return copies_[number].data(); }

      private:
        std::vector<Field> copies_;
    };
    /// Memory that only the host works in.
    template <class T> Buffer<T> host_buffer(std::size_t size) { return buffer<T>(size); }

  private:
    struct Work {
        virtual void run(int begin, int end) const = 0;

      protected:
        ~Work() = default;
    };
    struct Pool;

    /// The loop that becomes vector code. Flattened, since one call left in it would stop that; `ivdep`, since
    /// `omp simd` keeps the kernel's local arrays in memory.
    template <int D, class Kernel>
    WHORL_FLATTEN static void run_rows(const Box<D>& of, const Kernel& kernel, int begin, int end) {
        const Kernel k = kernel;  // copies of their own: nothing the loop stores can alias them
        const Box<D> box = of;
        const int count = box.extent(0);
        Cell<D> first = box.row(begin);
        for (int r = begin; r < end; ++r, box.to_next_row(first)) {
            if constexpr (comes_in_two<D, Kernel>()) {
                const RowPart plain = k.plain_part(first, count);
                run_cells(k.other, first, 0, plain.begin);
                run_cells(k.plain, first, plain.begin, plain.end);
                run_cells(k.other, first, plain.end, count);
            } else {
                run_cells(k, first, 0, count);
            }
            if constexpr (requires { k.after_row(first); }) k.after_row(first);
        }
    }
    template <int D, class Kernel> static void run_cells(const Kernel& k, const Cell<D>& first, int begin, int end) {
        const Cell<D> start = first;
        if constexpr (shared_nodes<Kernel>() > 0)
            for (; begin + group <= end; begin += group) run_group(k, along(start, begin));
        WHORL_INDEPENDENT
        for (int j = begin; j < end; ++j) k(along(start, j));
    }

    /// Whether the kernel is a pair, one of which does for most cells (see core/rows.hpp).
    template <int D, class Kernel> static constexpr bool comes_in_two() {
        return requires(const Kernel k, Cell<D> c) { k.plain_part(c, 1); };
    }
    template <class Value> static constexpr int summands() {
        if constexpr (requires(Value v) { v.v; }) return static_cast<int>(sizeof(Value) / sizeof(float));
        return 1;
    }
    template <int parts, int D, class Kernel>
    static Array<double, parts> sum_row(const Kernel& kernel, const Cell<D>& first, int count) {
        constexpr int lanes = 32;
        const Kernel k = kernel;
        const Cell<D> start = first;
        float lane[parts][lanes] = {};
        const auto add = [&](const auto& one, int j, int l) {
            const auto value = one(along(start, j));
            if constexpr (parts == 1) lane[0][l] += static_cast<float>(value);
            else for_axes<parts>([&](auto p) { lane[p][l] += value[p]; });
        };
        const auto add_lanes = [&](const auto& one, int j) {
#pragma omp simd
            for (int l = 0; l < lanes; ++l) add(one, j + l, l);
        };
        const int whole = count / lanes * lanes;
        if constexpr (comes_in_two<D, Kernel>()) {
            const RowPart plain = k.plain_part(start, count);
            for (int j = 0; j < whole; j += lanes)
                if (plain.begin <= j && j + lanes <= plain.end) add_lanes(k.plain, j);
                else add_lanes(k.other, j);
            for (int j = whole; j < count; ++j) add(k.other, j, j - whole);
        } else {
            for (int j = 0; j < whole; j += lanes) add_lanes(k, j);
            for (int j = whole; j < count; ++j) add(k, j, j - whole);
        }
        Array<double, parts> total{};
        for (int p = 0; p < parts; ++p) {
            double sum[lanes];
            for (int l = 0; l < lanes; ++l) sum[l] = lane[p][l];
            for (int width = lanes / 2; width > 0; width /= 2)
                for (int l = 0; l < width; ++l) sum[l] += sum[l + width];
            total[p] = sum[0];
        }
        return total;
    }

    /// How many cells of an ordinary kernel one of this is worth.
    template <class Kernel> static constexpr int work_of() {
        if constexpr (requires { Kernel::work; }) return Kernel::work;
        return 1;
    }
    template <class Kernel> static constexpr int shared_nodes() {
        if constexpr (requires { Kernel::shared_nodes; }) return Kernel::shared_nodes;
        return 0;
    }
    template <int D> static Cell<D> along(Cell<D> c, int j) {
        c.i[0] += j;
        c.at += j;
        return c;
    }

    /// So many cells are tried together; where they do not agree, their halves are.
    static constexpr int group = 16;

    template <int D, class Kernel> static void run_group(const Kernel& k, const Cell<D>& start) {
        constexpr int nodes = shared_nodes<Kernel>(), half = group / 2;
        float target[D][group], lower[nodes][group];
        WHORL_INDEPENDENT
        for (int j = 0; j < group; ++j) {
            const Vec<D> t = k.target(along(start, j));
            for_axes<D>([&](auto a) { target[a][j] = t[a]; });
            const auto below = k.lower_nodes(t);
            for_axes<nodes>([&](auto n) { lower[n][j] = below[n]; });
        }
        if (run_together<group>(k, start, target, lower, 0)) return;
        for (int first = 0; first < group; first += half) {
            if (run_together<half>(k, start, target, lower, first)) continue;
            run_all<half>(k, along(start, first), target, first, k.alone());
        }
    }

    /// `count` cells of a group, from the one of that number on, if they all see the same.
    template <int count, int D, int nodes, class Kernel>
    static bool run_together(const Kernel& k, const Cell<D>& start, const float (&target)[D][group],
                             const float (&lower)[nodes][group], int first) {
        Array<float, nodes> common{};
        for_axes<nodes>([&](auto n) { common[n] = lower[n][first]; });
        int different = 0;
#pragma omp simd reduction(| : different)
        for (int j = 0; j < count; ++j)
            for_axes<nodes>([&](auto n) { different |= lower[n][first + j] != common[n]; });
        typename Kernel::Shared look{};
        const Cell<D> c = along(start, first);
        if (different != 0 || !k.share(c, count, common, look)) return false;
        run_all<count>(k, c, target, first, look);
        return true;
    }

    template <int count, int D, class Kernel, class Look>
    static void run_all(const Kernel& k, const Cell<D>& start, const float (&target)[D][group], int first,
                        const Look& look) {
        WHORL_INDEPENDENT
        for (int j = 0; j < count; ++j) {
            Vec<D> t{};
            for_axes<D>([&](auto a) { t[a] = target[a][first + j]; });
            k(along(start, j), t, look);
        }
    }

    /// work.run over [0, rows), in this thread or in several, as the amount of work deserves.
    void spread(int rows, int row_length, const Work& work);
    /// The same in as few and large parts as keep all threads busy.
    void spread_slabs(int count, int cells, const Work& work);
    void run_parts(int count, int grain, const Work& work);

    template <int D, class Row> void reduce_rows(const Box<D>& box, const Row& row) {
        struct Body final : Work {
            const Box<D>& box;
            const Row& row;
            double* partial;
            Body(const Box<D>& b, const Row& r, double* p) : box(b), row(r), partial(p) {}
            void run(int begin, int end) const override {
                const int count = box.extent(0);
                Cell<D> first = box.row(begin);
                for (int r = begin; r < end; ++r, box.to_next_row(first)) row(first, count, partial + r);
            }
        };
        const int rows = box.rows();
        if (rows > 0) spread(rows, box.extent(0), Body(box, row, partial_.data()));
    }

    template <int D> void reserve_rows(const Grid<D>& grid) {
        std::size_t rows = 1;
        for (int a = 1; a < D; ++a) rows *= static_cast<std::size_t>(grid.n()[a]) + 2 * ghost_layers + 1;
        rows *= most_sums;
        if (!only_count_ && partial_.size() < rows) partial_.resize(rows);
    }

    static double pairwise_sum(const double* v, int n);
    static void* zeroed(std::size_t bytes);
    static void release(void* data);
    void copy_bytes(const void* from, void* to, std::size_t bytes);
    void clear_bytes(void* data, std::size_t bytes);

    std::unique_ptr<Pool> pool_;
    static constexpr int most_sums = 3;  // at once
    std::vector<double> partial_;        // as many values per row of the largest grid
    std::size_t bytes_ = 0;
    int threads_ = 1;
    bool only_count_ = false;
};

}  // namespace whorl

#pragma once
// How a kernel runs on an NVIDIA GPU: one thread a cell, the threads of a warp beside each other along x. The bits are
// those of the CPU: no fused multiply-add (a flag of the compiler), and sums along the same tree.
//
// Only nvcc reads this. Work is queued on one stream; the host waits where it reads a result.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/field.hpp"
#include "exec/cuda_kernels.hpp"

namespace whorl {

/// Values of a device's memory, copied to where the host can work on them.
template <class T> class HostCopy {
  public:
    HostCopy() = default;
    explicit HostCopy(std::size_t size) : values_(size) {}
    T& operator[](std::ptrdiff_t i) { return values_[static_cast<std::size_t>(i)]; }
    const T& operator[](std::ptrdiff_t i) const { return values_[static_cast<std::size_t>(i)]; }
    T* data() { return values_.data(); }
    const T* data() const { return values_.data(); }
    std::size_t size() const { return values_.size(); }

  private:
    std::vector<T> values_;
};

class Cuda {
  public:
    /// Throws Error where there is no GPU that can be used.
    Cuda();
    ~Cuda();
    Cuda(Cuda&&) noexcept;

    static constexpr bool fewer_passes = true;  // to compute again what another pass would store

    /// Waits until all sums are there that were asked for.
    void wait_for_sums();

    /// Bytes of its memory that are free.
    static std::size_t free_memory();

    /// From now on nothing is allocated, only counted.
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
        return Buffer<T>(static_cast<T*>(zeroed(size * sizeof(T))), size, &Cuda::release);
    }

    /// kernel(cell) for each cell of the box.
    template <int D, class Kernel> void for_each(const Box<D>& box, const Kernel& kernel) {
        if (box.rows() == 0) return;
        if constexpr (by_rows<Kernel>(D)) {
            const int rows = box.rows();
            const auto blocks = static_cast<unsigned>((rows + cuda::rows_a_block - 1) / cuda::rows_a_block);
            return launch(cells_of(box), blocks, dim3(cuda::lanes, cuda::rows_a_block), cuda::run_rows<D, Kernel>, kernel, box, rows);
        }
        constexpr int blocks = blocks_at_once<Kernel>();
        const Threads over = threads_over<compact<Kernel>()>(box);
        unsigned first = 0;
        if constexpr (D > 2 && requires { kernel.slow_from(); })
            first = static_cast<unsigned>(kernel.slow_from() - box.lo[2]) / over.block.z;
        launch(cells_of(box), over.grid, over.block, cuda::run_cells<D, Kernel, blocks>, kernel, box, first);
    }

    /// work(block), where block.for_each(box, kernel) is as above but for the threads of one block, which go on to the next
    /// without a start: for many passes over few cells.
    template <class Work> void in_one_block(const Work& work) {
        launch(1, 1, cuda::Block::threads, cuda::run_in_one_block<Work>, work);
    }

    /// work(block, number, memory) for so many blocks of threads, with room for so many T each, which they share: at most
    /// `shared_bytes`.
    template <class T, class Work> void in_blocks(int count, std::size_t room, const Work& work) {
        if (count == 0) return;
        const std::size_t bytes = room * sizeof(T);
        const auto kernel = cuda::run_in_blocks<Work, T>;
        // Once, and all that there is: the limit is the kernel's, which other worlds start with other lengths meanwhile.
        [[maybe_unused]] static const bool allowed = allow(kernel);
        launch(values_of(count, room), {static_cast<unsigned>(count), bytes}, cuda::Block::threads, kernel, work);
    }
    /// The same with more room, in `rooms`, which are `rooms_at_once`.
    template <class T, class Work> void in_blocks(int count, std::size_t room, const Work& work, Buffer<T>& rooms) {
        if (count == 0) return;
        const unsigned blocks = whorl::min(static_cast<unsigned>(count), rooms_at_once());
        launch(values_of(count, room), blocks, cuda::Block::threads, cuda::run_in_rooms<Work, T>, work, count, rooms.data(), room);
    }
    std::size_t shared_bytes() const { return shared_bytes_; }
    unsigned rooms_at_once() const { return 2 * static_cast<unsigned>(multiprocessors_); }

    /// Tiles that march along z, an even number of planes each: the march's own, or, if it tells how many more steps a tile
    /// takes, as many as suit. See exec/cuda_kernels.hpp.
    template <class March> void march(March march) {
        if constexpr (requires { March::more_steps; }) march.planes = best_planes(march);
        const Index<3> tiles = march.tiles();
        const dim3 grid(static_cast<unsigned>(tiles[0]), static_cast<unsigned>(tiles[1]), static_cast<unsigned>(tiles[2]));
        launch(cells_of(march.box), grid, dim3(March::lanes, March::thread_rows), cuda::run_march<March>, march);
    }
    /// Of how many cells on that pays: where these are fewer, tiles are too few for all multiprocessors.
    std::int64_t marches_from() const { return std::int64_t{454000} * multiprocessors_; }

    /// Sum of kernel(cell) over the box, in double, along the tree of `Cpu::sum`.
    template <int D, class Kernel> auto sum(const Box<D>& box, const Kernel& kernel) {
        constexpr int parts = cuda::summands<decltype(kernel(Cell<D>{}))>();
        Array<double, parts> total{};
        add_up(box, kernel, result_.data());
        wait_for_sums();
        for (int p = 0; p < parts; ++p) total[p] = result_.data()[p];
        if constexpr (parts == 1) return total[0];
        else return total;
    }

    /// Work that the next `sum` starts before it waits, so that the device is not idle until the host knows it and goes on. It
    /// asks for no result.
    void meanwhile(std::function<void()> work) { meanwhile_ = std::move(work); }

    /// The same sum, left where the device can read it, or the host once it has waited.
    template <int D, class Kernel> void sum_into(Buffer<double>& total, const Box<D>& box, const Kernel& kernel) {
        add_up(box, kernel, total.data());
    }

    /// Largest kernel(cell) over the box; `empty` if it has no cells. A NaN anywhere gives a NaN.
    template <int D, class Kernel> float max(const Box<D>& box, const Kernel& kernel, float empty = 0) {
        const int rows = box.rows();
        if (rows == 0) return empty;
        clear_largest();
        const dim3 block(cuda::lanes, cuda::rows_a_block);
        const auto blocks = static_cast<unsigned>((rows + cuda::rows_a_block - 1) / cuda::rows_a_block);
        launch(cells_of(box), blocks, block, cuda::max_rows<D, Kernel>, kernel, box, rows, largest_.data());
        return read_largest();
    }

    template <class T> void copy(const Buffer<T>& from, Buffer<T>& to) {
        copy_on_device(from.data(), to.data(), from.size() * sizeof(T));
    }
    /// From the caller's memory into that of the device.
    template <class T> void upload(const T* from, std::size_t count, Buffer<T>& to) {
        copy_to_device(from, to.data(), count * sizeof(T));
    }
    template <class T> void clear(Buffer<T>& f) { clear_bytes(f.data(), f.size() * sizeof(T)); }

    /// Work that is done over and over with the same numbers at the same places, and asks for no result: recorded the first
    /// time, then started as a whole.
    class Recording {
      public:
        Recording() = default;
        ~Recording();
        Recording(Recording&& other) noexcept : graph_(std::exchange(other.graph_, nullptr)) {}
        Recording& operator=(Recording&& other) noexcept {
            std::swap(graph_, other.graph_);
            return *this;
        }

      private:
        friend class Cuda;
        cudaGraphExec_t graph_ = nullptr;
    };
    template <class Work> void replay(Recording& recording, const Work& work) {
        if (!recording.graph_) {
            start_recording();
            try {
                work();
            } catch (...) {
                give_up_recording();
                throw;
            }
            end_recording(recording);
        }
        play(recording);
    }

    /// A moment of its work, and the time from one to another. Of the last marks only: it has 256 of them.
    using Mark = int;
    Mark mark();
    double ms_between(Mark a, Mark b);

    /// Into memory of the host, as much as it holds.
    template <class T> void fetch(View<const T> from, Buffer<T>& to) { copy_to_host(from.data, to.data(), to.size() * sizeof(T)); }

    // The host at work: see exec/cpu.hpp.
    template <class T> HostCopy<T> on_host(const Buffer<T>& f) {
        HostCopy<T> values(f.size());
        copy_to_host(f.data(), values.data(), f.size() * sizeof(T));
        return values;
    }
    template <class T> void put_back(Buffer<T>& f, const HostCopy<T>& values) { upload(values.data(), values.size(), f); }
    template <class T> Buffer<T> host_buffer(std::size_t size) {
        if (only_count_) return {};
        return Buffer<T>(static_cast<T*>(host_memory(size * sizeof(T))), size, &Cuda::release_host);
    }
    /// Copies of fields for callers to look at, brought up to date when one is asked for after a change.
    class Shown {
      public:
        const float* values(Cuda& on, const Field& f, std::size_t number, std::int64_t changes) {
            if (number >= copies_.size()) copies_.resize(number + 1);
            Copy& copy = copies_[number];
            if (copy.changes != changes) {
                if (copy.values.size() != f.size()) copy.values = on.host_buffer<float>(f.size());
                on.copy_to_host(f.data(), copy.values.data(), f.size() * sizeof(float));
                copy.changes = changes;
            }
            return copy.values.data();
        }

      private:
        struct Copy {
            Buffer<float> values;
            std::int64_t changes = -1;
        };
        std::vector<Copy> copies_;
    };
    /// Copies that stay (see exec/cpu.hpp): made on the device at once, so that its work goes on, and brought to the host by
    /// a stream of their own meanwhile.
    class Copies {
      public:
        Copies() = default;
        ~Copies();
        Copies(const Copies&) = delete;
        Copies& operator=(const Copies&) = delete;
        void take(Cuda& on, const Field& f, std::size_t number);
        /// Waits until it has arrived.
        const float* values(std::size_t number) const;

      private:
        struct Copy {
            Field on_device, on_host;
            cudaEvent_t taken = nullptr, arrived = nullptr;
        };
        std::vector<Copy> copies_;
        cudaStream_t stream_ = nullptr;
    };

  private:
    /// Planes of a tile with which all tiles together take the fewest steps: few have little to do before and after them, and
    /// many keep all multiprocessors busy to the end.
    template <class March> int best_planes(March march) const {
        const std::int64_t at_once = std::int64_t{multiprocessors_} * March::blocks_at_once;
        std::int64_t least = INT64_MAX;
        int best = 2;
        for (march.planes = 2; march.planes <= 128; march.planes += 2) {
            const Index<3> tiles = march.tiles();
            const std::int64_t turns = (std::int64_t{tiles[0]} * tiles[1] * tiles[2] + at_once - 1) / at_once;
            const std::int64_t steps = turns * (march.planes + March::more_steps);
            if (steps < least) least = steps, best = march.planes;
        }
        return best;
    }
    static std::int64_t values_of(int count, std::size_t room) { return std::int64_t{count} * static_cast<std::int64_t>(room); }
    struct Threads {
        dim3 grid, block;
    };
    /// How many blocks, and the bytes that the threads of each share besides what their kernel says.
    struct Blocks {
        dim3 count;
        std::size_t shared = 0;
        Blocks(dim3 grid, std::size_t bytes = 0) : count(grid), shared(bytes) {}
        Blocks(unsigned grid, std::size_t bytes = 0) : count(grid), shared(bytes) {}
    };
    /// As wide along x as the box is, up to a warp or two if compact, else more; the rest of the threads along the other axes.
    template <bool compact, int D> static Threads threads_over(const Box<D>& box) {
        constexpr unsigned threads = 256;
        constexpr int most_blocks_across = 65535;  // that can be started
        bool wide = !compact;
        for (int a = 1; a < D; ++a) wide = wide && box.extent(a) <= most_blocks_across;
        const unsigned widest = wide ? 128 : D > 2 ? 32 : 64;
        unsigned width = 1;
        while (width < widest && width < static_cast<unsigned>(box.extent(0))) width *= 2;
        unsigned rest = D > 1 ? threads / width : 1, across[2] = {1, 1}, count[2] = {1, 1};
        if (D == 1) width = threads;
        for (int a = 1; a < D; ++a) {
            count[a - 1] = static_cast<unsigned>(box.extent(a));
            const unsigned most = a == 1 && D > 2 ? rest / 2 : rest;
            while (across[a - 1] < most && across[a - 1] < count[a - 1]) across[a - 1] *= 2;
            rest /= across[a - 1];
        }
        const auto blocks = [](unsigned n, unsigned each) { return (n + each - 1) / each; };
        return {dim3(blocks(static_cast<unsigned>(box.extent(0)), width), blocks(count[0], across[0]),
                     blocks(count[1], across[1])),
                dim3(width, across[0], across[1])};
    }

    template <int D> void reserve_rows(const Grid<D>& grid) {
        std::size_t rows = 1;
        for (int a = 1; a < D; ++a) rows *= static_cast<std::size_t>(grid.n()[a]) + 2 * ghost_layers + 1;
        rows *= most_sums;
        if (partial_size_ >= rows) return;
        bytes_ += (rows - partial_size_) * sizeof(double);
        partial_size_ = rows;
        if (!only_count_) partial_ = Buffer<double>(static_cast<double*>(zeroed(rows * sizeof(double))), rows, &Cuda::release);
    }

    template <int D> static std::int64_t cells_of(const Box<D>& box) { return std::int64_t{box.rows()} * box.extent(0); }
    /// Starts a kernel whose last parameter is whether it is to begin early, as small ones are: a large one would pay for the
    /// waiting in each of its blocks.
    template <class... Parameters, class... Arguments>
    void launch(std::int64_t cells, const Blocks& blocks, dim3 block, void (*kernel)(Parameters...), const Arguments&... arguments) {
        const bool early = cells < too_many_to_begin_early;
        cudaLaunchAttribute overlap{};
        overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        overlap.val.programmaticStreamSerializationAllowed = early ? 1 : 0;
        cudaLaunchConfig_t how{};
        how.gridDim = blocks.count, how.blockDim = block, how.dynamicSmemBytes = blocks.shared, how.stream = stream_;
        how.attrs = &overlap, how.numAttrs = 1;
        check_launch(cudaLaunchKernelEx(&how, kernel, arguments..., early));
    }
    template <class... Parameters> bool allow(void (*kernel)(Parameters...)) const {
        constexpr auto most = cudaFuncAttributeMaxDynamicSharedMemorySize;
        check_launch(cudaFuncSetAttribute(kernel, most, static_cast<int>(shared_bytes_)));
        return true;
    }
    static void check_launch(cudaError_t error);
    void start_recording();
    void end_recording(Recording& recording);
    void give_up_recording();
    void play(const Recording& recording);
    template <int D, class Kernel> void add_up(const Box<D>& box, const Kernel& kernel, double* total) {
        constexpr int parts = cuda::summands<decltype(kernel(Cell<D>{}))>();
        static_assert(parts <= most_sums);
        const int rows = box.rows();
        const dim3 block(cuda::lanes, cuda::rows_a_block);
        const auto blocks = static_cast<unsigned>((rows + cuda::rows_a_block - 1) / cuda::rows_a_block);
        constexpr int long_row = 1024;  // in a plane, where rows are few
        const std::int64_t cells = parts == 1 ? cells_of(box) : too_many_to_begin_early;
        if (rows > 0) {
            if (D == 2 && box.extent(0) >= long_row)
                launch(cells, static_cast<unsigned>(rows), block, cuda::sum_long_rows<parts, D, Kernel>, kernel, box, rows,
                       partial_.data());
            else
                launch(cells, blocks, block, cuda::sum_rows<parts, D, Kernel>, kernel, box, rows, partial_.data());
        }
        add_rows(rows, parts, total);
    }
    /// The sums of `rows` values of partial_ each, along the tree of Cpu::pairwise_sum.
    void add_rows(int rows, int parts, double* total);
    void clear_largest();
    float read_largest();
    void* zeroed(std::size_t bytes);
    static void release(void* data);
    void* host_memory(std::size_t bytes);
    static void release_host(void* data);
    void copy_on_device(const void* from, void* to, std::size_t bytes);
    void copy_to_device(const void* from, void* to, std::size_t bytes);
    void copy_to_host(const void* from, void* to, std::size_t bytes);
    void clear_bytes(void* data, std::size_t bytes);

    static constexpr int most_sums = 3;  // at once
    static constexpr std::int64_t too_many_to_begin_early = 4000000;  // cells of a kernel
    cudaStream_t stream_ = nullptr;
    int multiprocessors_ = 1;
    std::size_t shared_bytes_ = 0;  // that the threads of a block can share
    Buffer<double> partial_;  // as many values per row of the largest grid
    std::size_t partial_size_ = 0;
    Buffer<double> block_sums_;      // of add_rows
    Buffer<unsigned> blocks_done_;
    Buffer<std::uint32_t> largest_;
    Buffer<double> result_;    // on the host, where the device writes it,
    Buffer<unsigned> told_;    // and then, for each sum of one kernel, the number of the last that is there
    Array<unsigned, most_sums> asked_{};
    unsigned number_of_sums_ = 0;
    bool recording_ = false;
    std::function<void()> meanwhile_;
    std::vector<cudaEvent_t> events_;  // a ring
    int marks_ = 0;
    std::size_t bytes_ = 0;
    bool only_count_ = false;
};

}  // namespace whorl

#include "bandwidth.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

namespace bench {

CopyBandwidth::CopyBandwidth(int threads)
    : threads_(threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()))),
      size_(std::size_t{64} << 20),
      from_(new float[size_]),
      to_(new float[size_]) {
    // Each thread is the first to touch its own part, so that the pages lie near it.
    in_all_threads([&](std::size_t first, std::size_t last) {
        std::fill(from_.get() + first, from_.get() + last, 1.0f);
        std::fill(to_.get() + first, to_.get() + last, 0.0f);
    });
}

template <class Work>
void CopyBandwidth::in_all_threads(const Work& work) const {
    std::vector<std::thread> team;
    const auto part = [&](int t) { return size_ * static_cast<std::size_t>(t) / static_cast<std::size_t>(threads_); };
    for (int t = 0; t < threads_; ++t) team.emplace_back([&, t] { work(part(t), part(t + 1)); });
    for (auto& thread : team) thread.join();
}

double CopyBandwidth::measure() {
    const auto start = std::chrono::steady_clock::now();
    in_all_threads([&](std::size_t first, std::size_t last) {
        std::memcpy(to_.get() + first, from_.get() + first, (last - first) * sizeof(float));
    });
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    return 2.0 * static_cast<double>(size_ * sizeof(float)) / taken.count() / 1e9;
}

}  // namespace bench

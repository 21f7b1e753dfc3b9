#pragma once
// How fast this machine copies memory: the yardstick for everything that streams through fields.

#include <cstddef>
#include <memory>

namespace bench {

class CopyBandwidth {
  public:
    /// Takes two arrays far larger than any cache. threads = 0 takes all the machine has.
    explicit CopyBandwidth(int threads);
    /// GB/s of one copy by all threads, bytes read and bytes written both counted. About 20 ms.
    double measure();
    int threads() const { return threads_; }

  private:
    template <class Work>
    void in_all_threads(const Work& work) const;

    int threads_;
    std::size_t size_;
    std::unique_ptr<float[]> from_, to_;
};

}  // namespace bench

#pragma once
// Hands the newest of something from one thread to another; neither ever waits.

#include <array>
#include <atomic>

namespace studio {

template <class T>
class TripleBuffer {
  public:
    /// The writer's own: fill it, then publish.
    T& back() { return slots_[back_]; }
    void publish() { back_ = shared_.exchange(back_ | fresh, std::memory_order_acq_rel) & slot; }
    /// Whether the reader took the last one: only then is there a need for another.
    bool taken() const { return !(shared_.load(std::memory_order_acquire) & fresh); }

    /// The reader's own. True if it is new since the last call.
    bool update() {
        if (taken()) return false;
        front_ = shared_.exchange(front_, std::memory_order_acq_rel) & slot;
        return true;
    }
    const T& front() const { return slots_[front_]; }

  private:
    static constexpr unsigned slot = 3, fresh = 4;
    std::array<T, 3> slots_{};
    unsigned back_ = 0, front_ = 1;
    std::atomic<unsigned> shared_{2};
};

}  // namespace studio

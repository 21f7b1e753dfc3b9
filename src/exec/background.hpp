#pragma once
// Work that goes on beside the simulation: one thread, tasks in order, a bounded number waiting. When a task throws, those
// that wait are dropped: each may count on what came before it.

#include <functional>
#include <memory>

namespace whorl {

class Background {
  public:
    /// At most `waiting` tasks wait; `submit` blocks while there are as many.
    explicit Background(int waiting = 2);
    /// Finishes what is waiting; errors that nobody asked about are dropped.
    ~Background();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// Throws what an earlier task threw.
    void submit(std::function<void()> task);
    /// Waits until `submit` would not block; of all tasks then only those that it left room for are still to be done.
    void wait_for_room();
    /// Waits until all is done; throws what a task threw.
    void drain();

  private:
    struct Worker;
    std::unique_ptr<Worker> worker_;
};

}  // namespace whorl

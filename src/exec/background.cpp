#include "exec/background.hpp"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace whorl {

struct Background::Worker {
    explicit Worker(int waiting) : most(static_cast<std::size_t>(waiting)), thread([this] { work(); }) {}
    ~Worker() {
        {
            const std::lock_guard lock(mutex);
            closing = true;
        }
        changed.notify_all();
        thread.join();
    }

    void work() {
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait(lock, [&] { return closing || !tasks.empty(); });
            if (tasks.empty()) return;
            const std::function<void()> task = std::move(tasks.front());
            tasks.pop_front();
            busy = true;
            lock.unlock();
            std::exception_ptr thrown;
            try {
                task();
            } catch (...) {
                thrown = std::current_exception();
            }
            lock.lock();
            busy = false;
            if (thrown) error = thrown, tasks.clear();
            changed.notify_all();
        }
    }

    void wait_for_room(std::unique_lock<std::mutex>& lock) {
        changed.wait(lock, [&] { return tasks.size() < most || error; });
        rethrow();
    }

    void rethrow() {
        if (error) std::rethrow_exception(std::exchange(error, nullptr));
    }

    const std::size_t most;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::function<void()>> tasks;
    std::exception_ptr error;
    bool busy = false, closing = false;
    std::thread thread;  // last: it uses all of the above
};

Background::Background(int waiting) : worker_(std::make_unique<Worker>(waiting)) {}
Background::~Background() = default;

void Background::wait_for_room() {
    Worker& w = *worker_;
    std::unique_lock lock(w.mutex);
    w.wait_for_room(lock);
}

void Background::submit(std::function<void()> task) {
    Worker& w = *worker_;
    std::unique_lock lock(w.mutex);
    w.wait_for_room(lock);
    w.tasks.push_back(std::move(task));
    w.changed.notify_all();
}

void Background::drain() {
    Worker& w = *worker_;
    std::unique_lock lock(w.mutex);
    w.changed.wait(lock, [&] { return w.tasks.empty() && !w.busy; });
    w.rethrow();
}

}  // namespace whorl

#include "exec/thread_scratch.hpp"

#include <cstdlib>
#include <memory>
#include <new>

namespace whorl {

float* thread_scratch(std::size_t count) {
    struct Room {
        std::unique_ptr<float, void (*)(void*)> data{nullptr, &std::free};
        std::size_t count = 0;
    };
    thread_local Room room;
    if (room.count < count) {
        constexpr std::size_t line = 64;
        room.count = 0;
        room.data.reset(
            static_cast<float*>(std::aligned_alloc(line, (count * sizeof(float) + line - 1) / line * line)));
        if (!room.data) throw std::bad_alloc();
        room.count = count;
    }
    return room.data.get();
}

}  // namespace whorl

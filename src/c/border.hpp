#pragma once
// The border to C: what is thrown inside becomes a status and a message outside.

#include <whorl/whorl.h>

#include <cmath>
#include <new>
#include <stdexcept>
#include <string>
#include <whorl/whorl.hpp>

namespace whorl::c {

/// Something that a caller is told.
struct Refusal : std::runtime_error {
    Refusal(whorl_status status_, const std::string& why) : std::runtime_error(why), status(status_) {}
    whorl_status status;
};

/// Keeps the message for whorl_last_error() of this thread; takes no memory.
void remember(const char* function, const char* message) noexcept;
const char* remembered() noexcept;

/// Runs the work of a function; `on_error` is what a whorl::Error means in it.
template <class Work>
whorl_status guarded(const char* function, whorl_status on_error, const Work& work) noexcept {
    try {
        work();
        return WHORL_OK;
    } catch (const Refusal& e) {
        remember(function, e.what());
        return e.status;
    } catch (const std::bad_alloc&) {
        remember(function, "there is not enough memory; use fewer cells");
        return WHORL_NO_MEMORY;
    } catch (const Error& e) {
        remember(function, e.what());
        return on_error;
    } catch (const std::exception& e) {
        remember(function, e.what());
        return WHORL_FAILED;
    } catch (...) {
        remember(function, "something that is no exception of C++ was thrown; do not throw from callbacks");
        return WHORL_FAILED;
    }
}

inline void require(bool good, const std::string& why, whorl_status status = WHORL_BAD_ARGUMENT) {
    if (!good) throw Refusal(status, why);
}
template <class Pointer>
Pointer* not_null(Pointer* pointer, const char* name) {
    require(pointer != nullptr, std::string(name) + " is null; give a pointer");
    return pointer;
}
inline double limited(double value, double most, const char* name) {
    require(std::abs(value) <= most, std::string(name) + " is " + std::to_string(value) +
                                         "; it must be finite and at most " + std::to_string(most) + " in size");
    return value;
}

/// Throws Refusal where the shape can not be.
Shape shape_of(const whorl_shape* shape);

}  // namespace whorl::c

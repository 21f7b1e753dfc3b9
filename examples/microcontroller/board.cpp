// A Cortex-M from reset to the demo, with nothing below it. What it says goes through semihosting, to the debugger or
// the emulator at the other end.

#include "board.hpp"

#include <stddef.h>
#include <stdint.h>

extern "C" {

extern uint32_t stack_top, data_begin, data_end, data_in_flash, bss_begin, bss_end;  // from board.ld

// The compiler calls these by itself, and there is no library to have them.
void* memset(void* to, int value, size_t count) {
    for (volatile char* p = static_cast<char*>(to); count-- > 0; ++p) *p = static_cast<char>(value);
    return to;
}
void* memcpy(void* to, const void* from, size_t count) {
    const char* read = static_cast<const char*>(from);
    for (volatile char* write = static_cast<char*>(to); count-- > 0; ++write, ++read) *write = *read;
    return to;
}

static int semihosting(int operation, const void* argument) {
    register int r0 __asm__("r0") = operation;
    register const void* r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

[[noreturn]] static void leave(bool well) {
    const uintptr_t application_exit = 0x20026, internal_error = 0x20024;
    semihosting(0x18, reinterpret_cast<const void*>(well ? application_exit : internal_error));
    for (;;) {}
}

[[noreturn]] void reset() {
    const uint32_t* from = &data_in_flash;
    for (uint32_t* to = &data_begin; to < &data_end; ++to, ++from) *to = *from;
    for (uint32_t* to = &bss_begin; to < &bss_end; ++to) *to = 0;
    leave(demo() == 0);
}
[[noreturn]] void fault() {
    say("fault\n");
    leave(false);
}

struct Vectors {
    uint32_t* stack;
    void (*handlers[15])();
};
extern const Vectors vectors;
[[gnu::section(".vectors"), gnu::used]] const Vectors vectors = {&stack_top, {reset, fault, fault, fault, fault, fault}};
}

void say(const char* text) { semihosting(0x04, text); }

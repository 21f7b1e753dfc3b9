#include "info.hpp"

#include <cstdio>
#include <string>
#include <thread>

#include <whorl/run.hpp>

namespace cli {

namespace {

/// The widest vectors that the engine, built with the same flags, may use.
const char* vectors() {
#if defined(__AVX512F__)
    return "AVX-512, 16 floats at a time";
#elif defined(__AVX2__)
    return "AVX2, 8 floats at a time";
#elif defined(__AVX__)
    return "AVX, 8 floats at a time";
#elif defined(__SSE2__)
    return "SSE2, 4 floats at a time";
#elif defined(__ARM_NEON)
    return "NEON, 4 floats at a time";
#else
    return "none that this program knows of";
#endif
}

const char* compiler() {
#if defined(__clang__)
    return __VERSION__;  // names clang itself
#else
    return "GCC " __VERSION__;
#endif
}

}  // namespace

void print_info() {
    std::printf("whorl     %s\n", std::string(whorl::version()).c_str());
    std::printf("threads   %u\n", std::thread::hardware_concurrency());
    std::printf("vectors   %s\n", vectors());
    std::printf("compiler  %s\n", compiler());
    std::printf("devices   cpu%s\n", whorl::has_cuda() ? ", cuda" : "");
    for (const whorl::Part& part : whorl::optional_parts()) {
        const std::string no = "no; install " + part.package + " and build again";
        std::printf("%-9s %s\n", part.name.c_str(), part.compiled_in ? "yes" : no.c_str());
    }
}

}  // namespace cli

#pragma once
// What tells the compiler that the turns of a loop do not depend on each other, and that it may inline all of it.

// Builds that look for mistakes compile much faster without it.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WHORL_FLATTEN __attribute__((flatten))
#else
#define WHORL_FLATTEN
#endif
#if defined(__clang__)
#define WHORL_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define WHORL_INDEPENDENT _Pragma("GCC ivdep")
#endif

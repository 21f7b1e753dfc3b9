#pragma once
// White noise that every program of the benchmark makes for itself, to the same bits: a value depends on nothing but
// the number of its cell.

#include <cstdint>

namespace bench {

/// From -1 up to 1. The mixing steps are those of SplitMix64 (Steele, Lea and Flood 2014).
inline double noise(std::int64_t cell) {
    std::uint64_t z = (static_cast<std::uint64_t>(cell) + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return static_cast<double>(z >> 11) * 0x1p-52 - 1;
}

}  // namespace bench

// The benchmark of a GPU where nothing but compilers is: `whorl bench --device cuda` is the same with all the rest.

#include "device.hpp"

#include <cstdio>
#include <exception>

int main(int count, char** words) try {
    const std::string only = count > 1 ? words[1] : "", csv = count > 2 ? words[2] : "device.csv";
    return bench::measure_device(only, csv) ? 0 : 1;
} catch (const std::exception& e) {
    std::fprintf(stderr, "whorl-bench-device: %s\n", e.what());
    return 1;
}

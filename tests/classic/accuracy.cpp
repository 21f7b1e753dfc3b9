// Prints the table of docs/classic.md: how far each number type stays from float.

#include "accuracy.hpp"

#include <cstdio>

namespace {

using namespace whorl::classic;

template <class Number, int D>
void print_row(const char* name, int n, Unit unit) {
    const Distance d = distance_from_float<Number, D>(n, 500, unit);
    std::printf("| %s | %d %s | %s | %.2g %% | %.2g | %.2g %% | %.2g | %.3g |\n", name, n, D == 2 ? "squared" : "cubed",
                unit == Unit::side ? "side of the box" : "cell", 100 * d.velocity, d.velocity_steps, 100 * d.smoke,
                d.smoke_steps, d.mass);
}

template <class Number>
void print_rows(const char* name) {
    for (const Unit unit : {Unit::side, Unit::cell}) {
        print_row<Number, 2>(name, 32, unit);
        print_row<Number, 2>(name, 64, unit);
        print_row<Number, 3>(name, 16, unit);
    }
}

}  // namespace

int main() {
    std::printf("| number | cells | unit of length | velocity | its steps | smoke | its steps | mass of smoke |\n");
    std::printf("|---|---|---|---|---|---|---|---|\n");
    print_rows<Slides>("8.8 in 16 bits");
    print_rows<Paper>("23.9 in 32 bits");
    print_rows<Fine>("16.16 in 32 bits");
}

#pragma once
// Choosing a solver. Include this where make_poisson is instantiated.

#include "poisson/automatic.hpp"
#include "poisson/conjugate_gradient.hpp"
#include "poisson/cyclic_reduction.hpp"
#include "poisson/fft.hpp"
#include "poisson/gauss_seidel.hpp"
#include "poisson/incomplete_cholesky.hpp"
#include "poisson/on_host.hpp"
#include "poisson/red_black.hpp"

namespace whorl {

template <class Exec, int D>
std::unique_ptr<Poisson<Exec, D>> make_poisson(Exec& on, Pressure method, const Unknowns<D>& unknowns) {
    // What runs from cell to cell the host does for devices that can not.
    if constexpr (!TakesRows<Exec, D>) {
        const bool by_host = method == Pressure::gauss_seidel || method == Pressure::incomplete_cholesky ||
                           method == Pressure::cyclic_reduction;
        if (by_host) return std::make_unique<OnHost<Exec, D>>(on, method, unknowns);
    } else {
        switch (method) {
            case Pressure::gauss_seidel:
                return std::make_unique<GaussSeidel<Exec, D>>(on, unknowns);
            case Pressure::incomplete_cholesky:
                return std::make_unique<IncompleteCholesky<Exec, D>>(on, unknowns);
            case Pressure::cyclic_reduction:
                if constexpr (D == 2) return std::make_unique<CyclicReduction<Exec>>(on, unknowns);
                throw Error("the solver \"cyclic-reduction\" works in planes only; use auto or fft");
            default:
                break;
        }
    }
    switch (method) {
        case Pressure::fft:
            return std::make_unique<Fft<Exec, D>>(on, unknowns);
        case Pressure::red_black:
            return std::make_unique<RedBlack<Exec, D>>(on, unknowns);
        case Pressure::conjugate_gradient:
            return std::make_unique<ConjugateGradient<Exec, D>>(on, unknowns);
        case Pressure::multigrid:
            return std::make_unique<Multigrid<Exec, D>>(on, unknowns);
        case Pressure::multigrid_cg:
            return std::make_unique<MultigridCG<Exec, D>>(on, unknowns);
        default:
            break;
    }
    return std::make_unique<Automatic<Exec, D>>(on, unknowns);
}

}  // namespace whorl

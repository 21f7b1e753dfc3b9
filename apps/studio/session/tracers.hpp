#pragma once
// Specks that the shown flow carries along. They belong to the window: the fluid knows nothing of them.

#include <random>
#include <span>

#include <session/flow.hpp>

namespace studio {

template <int D>
struct Tracer {
    Place<D> at{};            // m
    Place<D> velocity{};      // m/s, where it is
    float age = 0, life = 0;  // s
    /// 0 to 1: none appears or vanishes at once.
    float presence() const;
};

template <int D>
class Tracers {
  public:
    /// A set that is spread evenly as soon as it first meets a flow.
    explicit Tracers(int count) : all_(static_cast<std::size_t>(count)) {}

    /// Goes with the flow. Whatever leaves the domain, gets into a body or has lived its life begins anew elsewhere, so
    /// that they stay spread evenly.
    void advance(const Flow<D>& flow, float seconds);
    std::span<const Tracer<D>> all() const { return all_; }
    void forget() { spread_ = false; }

  private:
    void place(Tracer<D>& one, const Flow<D>& flow);

    std::vector<Tracer<D>> all_;
    std::minstd_rand chance_{1};
    bool spread_ = false;
};

}  // namespace studio

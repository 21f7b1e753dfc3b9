#pragma once
// Formulas in a scene: numbers as functions of x, y, z (m) and t (s).

#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "whorl/whorl.hpp"

namespace whorl::scene {

/// What is wrong with a formula, in words, with the letter where it was found.
struct ExpressionError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A copy shares nothing with its original, so that simulations made from the same settings stay independent; it gets a
/// parser of its own when it is first asked. About 0.1 us per operation.
class Expression {
  public:
    explicit Expression(const std::string& text);  // throws ExpressionError
    ~Expression();
    Expression(const Expression&);
    Expression(Expression&&) noexcept;
    Expression& operator=(Expression) noexcept;

    double operator()(Vec3 place, double time) const;
    /// Whether it depends on x, y, z, t.
    const std::array<bool, 4>& uses() const { return uses_; }
    const std::string& text() const { return text_; }

  private:
    struct Parser;
    std::string text_;
    std::array<bool, 4> uses_{};
    mutable std::unique_ptr<Parser> parser_;
};

/// All names that a formula may use.
std::vector<std::string> expression_names();

}  // namespace whorl::scene

#pragma once
// What is wrong with a scene, collected until all of it is known.

#include <compare>
#include <cstddef>
#include <string>
#include <vector>

#include "whorl/scene.hpp"

namespace whorl::scene {

/// Where something stands: in the file or, if `set` is not negative, in the override of that number.
struct Place {
    int set = -1;
    int line = 1, column = 1;
    auto operator<=>(const Place&) const = default;
};

class Report {
  public:
    void error(Place at, std::string text);
    /// What is no error and may still surprise.
    void warning(Place at, std::string text);
    bool clean() const { return count_ == 0; }
    std::size_t count() const { return count_; }
    /// Whether anything was found on that line: what follows from it need not be said as well.
    bool has(Place line) const;
    /// Throws Error with a line for each error, in the order of the file; those of the overrides come last.
    void throw_if_any(const std::string& file, const std::vector<Override>& overrides) const;
    /// The warnings, a sentence each, in the order of the file.
    std::vector<std::string> warnings(const std::string& file, const std::vector<Override>& overrides) const;

  private:
    struct Entry {
        Place at;
        std::string text;
        auto operator<=>(const Entry&) const = default;
    };
    static constexpr std::size_t most = 100;  // nobody reads more, and a broken file may have one per letter
    static std::vector<std::string> sorted(std::vector<Entry> entries, const std::string& file,
                                           const std::vector<Override>& overrides);
    std::vector<Entry> errors_, warnings_;
    std::size_t count_ = 0, left_out_ = 0;
};

}  // namespace whorl::scene

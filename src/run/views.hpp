#pragma once
// What the outputs of a scene show, as pictures.

#include <optional>
#include <vector>

#include "whorl/scene.hpp"

namespace whorl {

/// Draws the pictures of a scene. What two outputs show in the same way is drawn once.
class Views {
  public:
    /// Loads the images that outputs move. Throws Error.
    explicit Views(const Scene& scene);
    /// The fields that the picture of one output is drawn from.
    std::vector<std::string> fields(std::size_t output, int dimension) const;
    const Image& picture(std::size_t output, const Fields& fluid);
    /// The fluid has changed: pictures have to be drawn anew.
    void forget();

    /// Ranges that were found so far, one for each output. A checkpoint keeps them.
    const std::vector<double>& ranges() const { return ranges_; }
    void set_ranges(const std::vector<double>& ranges);

  private:
    Image drawn(std::size_t output, const Fields& fluid);

    const Scene& scene_;
    std::vector<std::size_t> same_;  // for each output: the first one that shows the same
    std::vector<double> ranges_;
    std::vector<Image> moved_;       // by texture coordinates; empty where an output has none
    std::vector<std::optional<Image>> ready_;
};

/// Whether two outputs show the same picture.
bool same_picture(const Output& a, const Output& b);

}  // namespace whorl

#pragma once
// A lone pair of cosine transforms by FFTW: the least that a direct solve in a closed box has to do.

#include <memory>
#include <vector>

namespace bench {

class CosineTransforms {
  public:
    virtual ~CosineTransforms() = default;
    /// One transform forwards and one back, of float values in place.
    virtual void run() = 0;
};

/// Plans by trial, which takes a while. `sizes` from the slowest index to the fastest. Null in a build without FFTW.
std::unique_ptr<CosineTransforms> make_cosine_transforms(const std::vector<int>& sizes, int threads);

}  // namespace bench

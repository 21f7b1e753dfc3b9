#pragma once
// One number for many bytes.

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace whorl {

/// A 64-bit hash of a stream of words; not for secrets.
class Hash {
  public:
    void add(std::uint64_t word) {
        h_ ^= word;
        h_ *= 0x9E3779B97F4A7C15ull;
        h_ ^= h_ >> 29;
    }
    void add(const void* data, std::size_t bytes) {
        const auto* p = static_cast<const unsigned char*>(data);
        for (; bytes >= 8; p += 8, bytes -= 8) {
            std::uint64_t word;
            std::memcpy(&word, p, 8);
            add(word);
        }
        std::uint64_t tail = 0;
        std::memcpy(&tail, p, bytes);
        add(tail ^ (std::uint64_t{bytes} << 56));
    }
    std::uint64_t value() const { return h_; }

  private:
    std::uint64_t h_ = 0x57484F524Cull;
};

}  // namespace whorl

// Any bytes, as a scene file: it is read, or refused with whorl::Error. Anything else is a bug. The first line may hold
// an override, as in "#set fluid.viscosity=0.01".
//
//     ./whorl build asan && mkdir -p out/corpus &&
//         build/asan/tests/scene_fuzz -max_total_time=600 -max_len=8192 out/corpus scenes
//
// libFuzzer writes new inputs into the first folder only.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <whorl/scene.hpp>

#include "run/mutator.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

/// Every other input gets a mistake that a person could make. Changed bytes are mostly no TOML, and the reader of scenes
/// behind it sees little of them.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    if (seed % 2 == 0) return LLVMFuzzerMutate(data, size, most);
    const std::string text = whorl::Mutator(seed)(std::string(reinterpret_cast<const char*>(data), size));
    const std::size_t kept = std::min(text.size(), most);
    std::copy_n(text.begin(), kept, data);
    return kept;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    std::vector<whorl::Override> overrides;
    if (constexpr std::string_view mark = "#set "; text.starts_with(mark)) {
        const std::string_view line = text.substr(mark.size(), text.find('\n') - mark.size());
        const std::size_t equals = line.find('=');
        if (equals != line.npos)
            overrides.push_back({std::string(line.substr(0, equals)), std::string(line.substr(equals + 1))});
    }
    try {
        const whorl::Scene scene = whorl::read_scene(text, "fuzz.toml", overrides);
        if (scene.settings.size.size() < 2) __builtin_trap();
    } catch (const whorl::Error& e) {
        if (std::string_view(e.what()).empty()) __builtin_trap();
    }
    return 0;
}

// The device `cuda`, where there is a GPU and where there is none.

#include <gtest/gtest.h>

#include <whorl/whorl.hpp>

namespace {

using namespace whorl;

Settings swirl() {
    Settings s;
    s.cells = {24};
    s.sources = {{.where = sphere({0.5, 0.3}, 0.1), .quantity = "smoke"}};
    s.forces = {{.where = sphere({0.5, 0.3}, 0.2), .amount = {1, 2, 0}}};
    return s;
}

TEST(Device, CudaHasTheBitsOfTheCpuOrSaysWhyItCanNotBeUsed) {
    Settings s = swirl();
    Simulation host(s);
    s.device = Device::cuda;
    try {
        Simulation gpu(s);
        for (int n = 0; n < 3; ++n) host.step(0.05), gpu.step(0.05);
        EXPECT_EQ(gpu.state_hash(), host.state_hash());
    } catch (const Error& e) {
        const std::string told = e.what();
        EXPECT_NE(told.find(has_cuda() ? "GPU" : "not part of this build"), std::string::npos) << told;
        EXPECT_NE(told.find("cpu"), std::string::npos) << "no remedy in: " << told;
    }
}

TEST(Device, HasAName) {
    EXPECT_EQ(name(Device::cpu), "cpu");
    EXPECT_EQ(name(Device::cuda), "cuda");
}

}  // namespace

#pragma once
// Scenes that together run every kernel: small, and begun from noise.

#include <string>
#include <vector>

#include <whorl/whorl.hpp>

struct TestScene {
    std::string name;
    whorl::Settings settings;
    int steps = 4;
    double dt = 0.02;
};
std::vector<TestScene> test_scenes();

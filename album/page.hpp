#pragma once
// The pages of the album: one for each experiment, and the one that leads to them.

#include <filesystem>

#include "experiment.hpp"

namespace whorl::album {

/// Writes docs/NAME.md and its plots, and the pictures as PNG to `pictures`, from where scripts/album makes smaller ones.
void write_page(const Experiment& experiment, const Findings& findings, const std::filesystem::path& docs,
                const std::filesystem::path& pictures);
/// Writes docs/README.md: every experiment with what stands for it.
void write_index(const std::filesystem::path& docs);

}  // namespace whorl::album

#pragma once
// What it takes to go on: the state of the fluid, and how far the run is. Checked when it is read.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "run/account.hpp"

namespace whorl {

struct Checkpoint {
    std::uint64_t scene = 0;  // of which one: see scene_identity
    std::int64_t frame = 0;   // complete frames
    std::int64_t steps_in_frame = 0, steps_of_frame = 0;  // done, and planned, in the frame that is being made
    Account account{};
    std::vector<double> ranges{};           // of the pictures
    std::vector<std::string> probe_rows{};  // of each probe
    std::vector<std::byte> state{};
};

/// A hash of all that decides about a run but for the number of its frames: a run may be made longer.
std::uint64_t scene_identity(const Scene& scene);

/// The last two checkpoints of a folder, in turn.
class CheckpointFiles {
  public:
    explicit CheckpointFiles(std::filesystem::path folder);
    /// Replaces the older one.
    void write(const Checkpoint& checkpoint);
    /// The newest that is whole. A damaged one is passed over with a warning; one of another scene is an Error; none at
    /// all gives nothing.
    std::optional<Checkpoint> newest(std::uint64_t scene, const std::function<void(const std::string&)>& warn);
    /// Whether there is any, whole or not.
    bool any() const;
    void remove() const;
    /// Removes the older of two.
    void keep_newest() const;

  private:
    std::filesystem::path path(int which) const;
    std::filesystem::path folder_;
    int next_ = 0;  // the one to be replaced
};

}  // namespace whorl

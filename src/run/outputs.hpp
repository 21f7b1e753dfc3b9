#pragma once
// The pictures and fields that a run writes, and the films that are made of them.

#include "exec/background.hpp"
#include "run/folder.hpp"
#include "run/schedule.hpp"
#include "run/views.hpp"

namespace whorl {

class Outputs {
  public:
    /// Throws Error where this build can not write what the scene asks for.
    Outputs(const Scene& scene, const Folder& folder);

    /// Draws what is due and hands it to the writer.
    void write(const Moment& now, const Simulation& fluid, Background& writer);
    /// The sheet and the films, once all pictures are there. Returns what there is to look at.
    std::vector<std::string> finish(std::int64_t frames, std::int64_t steps);
    /// Whether there is a program for the films, if there are any to make.
    bool can_finish() const;
    Views& views() { return views_; }

  private:
    std::size_t source_of(std::size_t output) const;
    std::filesystem::path movie_folder(std::size_t output) const;
    std::filesystem::path file(std::size_t output, std::int64_t number) const;
    std::vector<std::filesystem::path> pictures_of(std::size_t output, std::int64_t frames) const;
    std::vector<std::filesystem::path> older_than(std::size_t output, std::int64_t last) const;
    void remove_older(std::int64_t frames, std::int64_t steps) const;
    void write_sheet(const std::vector<std::filesystem::path>& pictures) const;

    const Scene& scene_;
    const Folder& folder_;
    Views views_;
    std::vector<std::string> stems_;  // of the names of each output's files
};

}  // namespace whorl

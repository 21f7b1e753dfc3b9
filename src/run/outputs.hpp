#pragma once
// The pictures and fields that a run writes, and the films that are made of them.

#include "exec/background.hpp"
#include "run/folder.hpp"
#include "run/schedule.hpp"
#include "run/views.hpp"
#include "whorl/still.hpp"

namespace whorl {

class Outputs {
  public:
    /// Throws Error where this build can not write what the scene asks for.
    Outputs(const Scene& scene, const Folder& folder);

    /// Keeps what is due of this moment. The drawer, in which at most one task may wait, draws it and hands it to the
    /// writer while the simulation goes on.
    void write(const Moment& now, const Simulation& fluid, Background& drawer, Background& writer);
    /// The sheet and the films, once all pictures are there. Returns what there is to look at.
    std::vector<std::string> finish(std::int64_t frames, std::int64_t steps);
    /// Whether there is a program for the films, if there are any to make.
    bool can_finish() const;
    Views& views() { return views_; }

  private:
    struct Due {
        std::size_t output;
        std::int64_t number;
    };
    void draw(const Still& still, const std::vector<Due>& all, Background& writer);
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
    std::array<Still, 2> stills_;     // one to be drawn, one for the next moment
    std::size_t next_ = 0;
};

}  // namespace whorl

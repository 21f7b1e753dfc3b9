#pragma once
// The folder of a run: made, tidied, and held by one run at a time.

#include <filesystem>
#include <string>

namespace whorl {

class Folder {
  public:
    /// Makes the folder and takes it. Leftovers of a run that was killed while it wrote are removed. Throws Error.
    explicit Folder(const std::string& path);
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
    int lock_ = -1;
};

}  // namespace whorl

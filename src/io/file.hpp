#pragma once
// Files that are there whole or not at all.

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace whorl::io {

/// A file under a temporary name beside its final one. Unless `commit` is called the temporary one is removed.
class PartialFile {
  public:
    explicit PartialFile(std::filesystem::path path);
    ~PartialFile();
    PartialFile(const PartialFile&) = delete;
    PartialFile& operator=(const PartialFile&) = delete;

    const std::filesystem::path& temporary() const { return temporary_; }
    /// Gives the complete file its name. Throws Error.
    void commit();

  private:
    std::filesystem::path path_, temporary_;
};

/// Whether a file is a leftover of a run that was killed while it wrote.
bool is_partial(const std::filesystem::path& path);

/// Throws Error with the path, the reason and the remedy.
[[noreturn]] void fail_to_write(const std::filesystem::path& path, const std::string& reason);

/// Writes bytes; with `lasting` they are on the disk when it returns.
void write_whole(const std::filesystem::path& path, std::span<const std::byte> bytes, bool lasting = false);
void write_whole(const std::filesystem::path& path, const std::string& text);

/// All bytes of a file. Throws Error.
std::vector<std::byte> read_whole(const std::filesystem::path& path);

}  // namespace whorl::io

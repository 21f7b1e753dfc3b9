#pragma once
// Folders that go away, and what is in a folder.

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>

namespace whorl {

/// Where tests may write: memory where there is such a disk, since runs that save themselves all the time wait for slow
/// ones, else the machine's folder for temporary files.
inline std::filesystem::path place_for_tests() {
    const std::filesystem::path memory = "/dev/shm";
    std::error_code none;
    const bool room = std::filesystem::space(memory, none).available > (std::uintmax_t{512} << 20);
    return !none && room && ::access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
}

/// An empty folder that is removed, with all that is in it, when the test is done with it.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string name = (place_for_tests() / "whorl-test-XXXXXX").string();
        if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
        path_ = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }

  private:
    std::filesystem::path path_;
};

/// All bytes of a file; nothing where there is none.
inline std::string content(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline void write(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << bytes;
    if (!file.flush()) throw std::runtime_error("can not write " + path.string());
}

/// The bytes of all files below a folder, by their names in it.
using Files = std::map<std::string, std::string>;
inline Files files_in(const std::filesystem::path& folder) {
    Files all;
    if (!std::filesystem::exists(folder)) return all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) all[entry.path().lexically_relative(folder).string()] = content(entry.path());
    return all;
}

/// What a run makes, without what it says about this very run: times, and where it was saved.
inline Files results_in(const std::filesystem::path& folder) {
    Files all = files_in(folder);
    std::erase_if(all, [](const auto& one) { return one.first == "run.json" || one.first.starts_with("checkpoint-"); });
    return all;
}

/// Names of the files that differ or that only one side has, with their sizes; nothing where all are alike.
inline std::string differences(const Files& expected, const Files& found) {
    std::string text;
    for (const auto& [name, bytes] : expected) {
        const auto other = found.find(name);
        if (other == found.end())
            text += name + " is missing\n";
        else if (other->second != bytes)
            text += name + " differs (" + std::to_string(bytes.size()) + " and " + std::to_string(other->second.size()) +
                    " bytes)\n";
    }
    for (const auto& [name, bytes] : found)
        if (!expected.contains(name)) text += name + " should not be there\n";
    return text;
}

/// Every file with a final name must be whole: as in the run that had no trouble, or (tables) the first rows of it.
inline std::string broken_files(const Files& expected, const std::filesystem::path& folder) {
    std::string text;
    for (const auto& [name, bytes] : results_in(folder)) {
        if (name.find(".part-") != std::string::npos) continue;
        const auto full = expected.find(name);
        if (full == expected.end())
            text += name + " is none of the run's files\n";
        else if (name.ends_with(".csv") ? !full->second.starts_with(bytes) : full->second != bytes)
            text += name + " is not whole\n";
    }
    return text;
}

/// The files of a folder that were never finished.
inline std::string leftovers(const std::filesystem::path& folder) {
    std::string text;
    for (const auto& [name, bytes] : files_in(folder))
        if (name.find(".part-") != std::string::npos) text += name + "\n";
    return text;
}

/// A member of run.json that is a text or a number.
inline std::string member(const std::filesystem::path& folder, const std::string& name) {
    const std::string json = content(folder / "run.json");
    const std::size_t at = json.find("\"" + name + "\": ");
    if (at == std::string::npos) return "";
    const std::size_t from = at + name.size() + 4;
    std::string value = json.substr(from, json.find('\n', from) - from);
    while (!value.empty() && (value.back() == ',' || value.back() == '"')) value.pop_back();
    return value.starts_with('"') ? value.substr(1) : value;
}

}  // namespace whorl

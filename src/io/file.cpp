#include "io/file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "whorl/whorl.hpp"

namespace whorl::io {

namespace fs = std::filesystem;

namespace {

constexpr const char* mark = ".part-";

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

}  // namespace

PartialFile::PartialFile(fs::path path) : path_(std::move(path)) {
    temporary_ = path_;
    temporary_ += mark + std::to_string(::getpid());
}

PartialFile::~PartialFile() {
    std::error_code ignored;
    fs::remove(temporary_, ignored);
}

void PartialFile::commit() {
    std::error_code error;
    fs::rename(temporary_, path_, error);
    if (error) fail_to_write(path_, error.message());
}

bool is_partial(const fs::path& path) { return path.filename().string().find(mark) != std::string::npos; }

void fail_to_write(const fs::path& path, const std::string& reason) {
    const std::string folder = path.parent_path().string();
    throw Error("can not write \"" + path.string() + "\": " + reason + "; check that the folder \"" +
                (folder.empty() ? "." : folder) + "\" exists, may be written and has room");
}

void write_whole(const fs::path& path, std::span<const std::byte> bytes, bool lasting) {
    PartialFile partial(path);
    File file(std::fopen(partial.temporary().c_str(), "wb"), &std::fclose);
    if (!file) fail_to_write(path, std::strerror(errno));
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() &&
                         std::fflush(file.get()) == 0 && (!lasting || ::fsync(::fileno(file.get())) == 0);
    const int reason = errno;
    if (std::fclose(file.release()) != 0 || !written) fail_to_write(path, std::strerror(written ? errno : reason));
    partial.commit();
}

void write_whole(const fs::path& path, const std::string& text) {
    write_whole(path, std::as_bytes(std::span(text.data(), text.size())));
}

std::vector<std::byte> read_whole(const fs::path& path) {
    File file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) throw Error("can not read \"" + path.string() + "\": " + std::strerror(errno));
    std::vector<std::byte> bytes;
    std::byte block[65536];
    for (std::size_t n; (n = std::fread(block, 1, sizeof block, file.get())) > 0;) bytes.insert(bytes.end(), block, block + n);
    if (std::ferror(file.get())) throw Error("can not read \"" + path.string() + "\": " + std::strerror(errno));
    return bytes;
}

}  // namespace whorl::io

#include "run/folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "io/file.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& path, const std::string& reason, const std::string& remedy) {
    throw Error("the folder \"" + path.string() + "\" " + reason + "; " + remedy);
}

}  // namespace

Folder::Folder(const std::string& path) : path_(path) {
    std::error_code error;
    fs::create_directories(path_, error);
    if (error || !fs::is_directory(path_))
        refuse(path_, "can not be made (" + (error ? error.message() : "something else has that name") + ")",
               "choose another with --out");
    if (::access(path_.c_str(), W_OK | X_OK) != 0)
        refuse(path_, "can not be written", "change its permissions or choose another with --out");
    // The lock is on the folder itself: it leaves no file, and ends with the process, however that ends.
    lock_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock_ < 0) refuse(path_, std::string("can not be opened (") + std::strerror(errno) + ")", "choose another with --out");
    if (::flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        ::close(lock_);
        refuse(path_, "is in use by another run", "wait for it, or choose another with --out");
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path_, error))
        if (io::is_partial(entry.path())) fs::remove(entry.path(), error);
}

Folder::~Folder() {
    if (lock_ >= 0) ::close(lock_);
}

}  // namespace whorl

#pragma once
// File systems of a test's own, which nobody else sees and which end with it.

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <functional>

#include "support/files.hpp"

namespace whorl {

/// Mounts a tmpfs over a folder, or mounts it anew with other options, as in "size=1m".
inline bool mount_memory(const std::filesystem::path& folder, const char* options, unsigned long flags = 0) {
    return ::mount("whorl-test", folder.c_str(), "tmpfs", flags, options) == 0;
}

/// Does the body, a test with its assertions, in a process that may mount. False where this kernel lets nobody do that.
inline bool in_private_mounts(const std::function<void()>& body) {
    constexpr int not_permitted = 77;
    std::fflush(nullptr);
    const uid_t user = ::getuid();
    const gid_t group = ::getgid();
    const pid_t child = ::fork();
    if (child == 0) {
        bool may = ::unshare(CLONE_NEWNS) == 0;
        if (!may && ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) {
            write("/proc/self/setgroups", "deny");
            write("/proc/self/uid_map", "0 " + std::to_string(user) + " 1");
            write("/proc/self/gid_map", "0 " + std::to_string(group) + " 1");
            may = true;
        }
        may = may && ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
        TemporaryFolder trial;
        if (!may || !mount_memory(trial.path(), "size=64k")) ::_exit(not_permitted);
        ::umount(trial.path().c_str());
        try {
            body();
        } catch (const std::exception& e) { ADD_FAILURE() << e.what(); }
        std::fflush(nullptr);
        ::_exit(testing::Test::HasFailure() ? 1 : 0);
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child) return ADD_FAILURE() << "fork", true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == not_permitted) return false;
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "see what the process said above";
    return true;
}

}  // namespace whorl

#pragma once
// A screen of a test's own, by Xvfb, for as long as the tests of a program run.

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>

namespace studio {

class Screen {
  public:
    Screen() {
        int ends[2];
        if (::pipe(ends) != 0) return;
        child_ = ::fork();
        if (child_ == 0) {
            const int nowhere = ::open("/dev/null", O_WRONLY);
            ::dup2(nowhere, 2), ::dup2(ends[1], 3);
            // Without -noreset it begins anew when the last program leaves, and refuses one that comes meanwhile.
            ::execlp("Xvfb", "Xvfb", "-displayfd", "3", "-noreset", "-screen", "0", "1900x1250x24",
                     static_cast<char*>(nullptr));
            ::_exit(127);
        }
        ::close(ends[1]);
        char c = 0;  // the server writes the number that it found free, or ends
        while (::read(ends[0], &c, 1) == 1 && c != '\n') number_ += c;
        ::close(ends[0]);
    }
    ~Screen() {
        if (child_ <= 0) return;
        ::kill(child_, SIGTERM);
        ::waitpid(child_, nullptr, 0);
    }
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    /// False where there is no Xvfb: the test is then skipped, with a word.
    bool there() const { return !number_.empty(); }
    /// Says, as a desktop does, how many dots are an inch; 96 where nobody does. False where xprop is missing.
    bool has_dots(int to_the_inch) const {
        const std::string set =
            "xprop -display " + display() +
            " -root -f RESOURCE_MANAGER 8s -set RESOURCE_MANAGER 'Xft.dpi: " + std::to_string(to_the_inch) +
            "' 2>/dev/null";
        return std::system(set.c_str()) == 0;
    }
    std::string display() const { return ":" + number_; }

  private:
    pid_t child_ = -1;
    std::string number_;
};

}  // namespace studio

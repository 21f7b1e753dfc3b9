#include "screen.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

namespace terminal {
namespace {

// The second screen, no cursor, every movement of the mouse, in the form that knows large windows; and back.
constexpr char take[] = "\033[?1049h\033[?25l\033[2J\033[?1003h\033[?1006h";
constexpr char give_back[] = "\033[?1006l\033[?1003l\033[0m\033[?25h\033[?1049l";

termios before;
volatile std::sig_atomic_t taken = 0, end_asked = 0, all_anew = 0;

void put(const char* text, std::size_t count) {
    while (count > 0) {
        const ssize_t written = ::write(STDOUT_FILENO, text, count);
        if (written < 0) return;
        text += written, count -= static_cast<std::size_t>(written);
    }
}

void enter() {
    termios raw = before;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);  // signals stay: Ctrl-C ends it, Ctrl-Z stops it
    ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    put(take, sizeof take - 1);
    taken = 1;
}
/// Only what a signal handler may do.
void leave() {
    if (!taken) return;
    taken = 0;
    put(give_back, sizeof give_back - 1);
    ::tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

void on_end(int) { end_asked = 1; }
void on_crash(int signal) {
    leave();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}
void on_stop(int) {
    leave();
    ::kill(::getpid(), SIGSTOP);
}
void on_continue(int) {
    enter();
    all_anew = 1;
}

void listen() {
    const auto handle = [](int signal, void (*handler)(int)) {
        struct sigaction action = {};
        action.sa_handler = handler;
        ::sigaction(signal, &action, nullptr);
    };
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) handle(signal, on_end);
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL}) handle(signal, on_crash);
    handle(SIGTSTP, on_stop);
    handle(SIGCONT, on_continue);
}

/// Differences that no eye sees are not worth the bytes, which may go over a slow line.
bool alike(Pixel a, Pixel b) { return std::abs(a.r - b.r) < 3 && std::abs(a.g - b.g) < 3 && std::abs(a.b - b.b) < 3; }
bool same(Pixel a, Pixel b) { return a.r == b.r && a.g == b.g && a.b == b.b; }

void append_colour(std::string& to, const char* which, Pixel p) {
    to += which;
    for (const int part : {p.r, p.g, p.b}) to += ';' + std::to_string(part);
    to += 'm';
}

}  // namespace

Screen::Screen(Size fixed) : fixed_(fixed) {
    if (fixed_.columns > 0) return;
    if (!::isatty(STDIN_FILENO) || !::isatty(STDOUT_FILENO) || ::tcgetattr(STDIN_FILENO, &before) != 0)
        throw std::runtime_error("this is no terminal; run it in one, or give a size, such as --size 80x24");
    listen();
    enter();
}

Screen::~Screen() {
    if (fixed_.columns > 0) put("\033[0m\n", 5);
    leave();
}

bool Screen::ended() { return end_asked != 0; }

Size Screen::size() const {
    winsize window = {};
    if (fixed_.columns > 0) return fixed_;
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_col == 0 || window.ws_row == 0) return {80, 24};
    return {window.ws_col, window.ws_row};
}

void Screen::show(const std::vector<Pixel>& pixels, Size of, const std::string& text) {
    const auto width = static_cast<std::size_t>(of.columns), rows = static_cast<std::size_t>(of.rows);
    const bool anew = shown_.columns != of.columns || shown_.rows != of.rows || all_anew;
    if (anew) last_.assign(pixels.size(), {});
    all_anew = 0;
    shown_ = of;

    std::string out = anew ? "\033[0m\033[2J" : "";
    Pixel front{}, back{};
    bool coloured = false;
    for (std::size_t row = 0; row < rows; ++row) {
        bool in_place = false;
        const std::size_t begin =
            row + 1 == rows ? std::min(text.size(), width) : 0;  // the text lies over the last row
        for (std::size_t column = 0; column < width; ++column) {
            const std::size_t upper = 2 * row * width + column, lower = upper + width;
            const bool covered = column < begin, was_covered = row + 1 == rows && column < last_text_.size();
            const bool changed =
                anew || was_covered || !alike(pixels[upper], last_[upper]) || !alike(pixels[lower], last_[lower]);
            if (covered || !changed) {
                in_place = false;
                continue;
            }
            if (!in_place) out += "\033[" + std::to_string(row + 1) + ';' + std::to_string(column + 1) + 'H';
            if (!coloured || !same(front, pixels[upper])) append_colour(out, "\033[38;2", front = pixels[upper]);
            if (!coloured || !same(back, pixels[lower])) append_colour(out, "\033[48;2", back = pixels[lower]);
            out += "\u2580";  // the upper half in front, the lower half behind
            coloured = in_place = true;
            last_[upper] = pixels[upper], last_[lower] = pixels[lower];
        }
    }
    if (!text.empty() && (anew || text != last_text_))
        out += "\033[" + std::to_string(of.rows) + ";1H\033[0;2m" + text.substr(0, width);
    last_text_ = text;
    out += "\033[0m";
    put(out.data(), out.size());
}

std::string Screen::wait(double seconds) {
    using Clock = std::chrono::steady_clock;
    if (fixed_.columns > 0) return {};
    const auto until =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    std::string typed;
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
        pollfd input{STDIN_FILENO, POLLIN, 0};
        if (ended() || ::poll(&input, 1, left > 0 ? static_cast<int>(left) : 0) < 0) return typed;
        if ((input.revents & POLLIN) != 0) {
            char bytes[4096];
            const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
            if (count > 0) typed.append(bytes, static_cast<std::size_t>(count));
            if (count == 0) end_asked = 1;  // whoever typed is gone
        } else if ((input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) {
            end_asked = 1;
        }
        if (left <= 0) return typed;
    }
}

}  // namespace terminal

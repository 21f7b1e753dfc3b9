#pragma once
// A terminal as a screen of square pixels: two to a character, one above the other, in 24-bit colours. Takes the
// terminal over and gives it back as it was, also when a signal ends the program.

#include <string>
#include <vector>

namespace terminal {

struct Pixel {
    unsigned char r = 0, g = 0, b = 0;
};

struct Size {
    int columns = 0, rows = 0;
};

class Screen {
  public:
    /// Of the terminal that the program runs in, or, with a size, plain output without a terminal.
    /// Throws std::runtime_error where the output is no terminal and no size is given.
    explicit Screen(Size fixed);
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    Size size() const;
    /// Rows of pixels from the top, two for each row of characters, and a line of text over the last row, if any.
    /// Writes only what has changed since the last time.
    void show(const std::vector<Pixel>& pixels, Size of, const std::string& text);
    /// Waits until that many seconds have passed, and returns what was typed meanwhile.
    std::string wait(double seconds);

    /// A signal asked the program to end.
    static bool ended();

  private:
    Size fixed_;
    Size shown_{};
    std::vector<Pixel> last_;
    std::string last_text_;
};

}  // namespace terminal

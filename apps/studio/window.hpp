#pragma once
// The window, its OpenGL context and the frame of the interface. One of each a program.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <whorl/picture.hpp>

struct GLFWwindow;

namespace studio {

struct Area;

/// Pixels as the screen has them, rows from below.
struct Grab {
    int width = 0, height = 0;
    std::vector<unsigned char> rgb;
};
whorl::Image image_of(const Grab& pixels);

struct WindowOptions {
    int width = 0, height = 0;  // 0: as it was the last time, or what suits the screen
    bool remember = true;       // the layout, in the user's configuration folder
};

class Window {
  public:
    /// Throws whorl::Error with a sentence and a remedy where there is no display, or OpenGL is older than 3.3.
    explicit Window(const WindowOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    /// Files that were dropped on it since the last call.
    std::vector<std::string> dropped();
    bool closing() const;
    void title(const std::string& text);
    /// Begins a frame; waits for at most so many seconds if nothing happens. `input` may put words of its own into the
    /// interface's ears, after the window's and before they are heard.
    void begin(double wait_s, const std::function<void()>& input);
    /// Draws the interface and shows the frame; `shot`, where there is one, gets a copy. `unframed` is called when all
    /// but the panels is drawn.
    void end(whorl::Image* shot = nullptr, const std::function<void()>& unframed = {});
    /// A part of the frame, given in points, as far as it is drawn.
    Grab pixels(const Area& area) const;
    /// Throws whorl::Error where the driver has lost the context, or is said to have.
    void check_context(bool lost = false) const;

    int width() const;  // pixels of the frame
    int height() const;
    /// Whether the processor draws, so that every frame takes time from the fluid.
    bool software() const { return software_; }
    const std::string& renderer() const { return renderer_; }

  private:
    GLFWwindow* window_ = nullptr;
    std::string layout_, renderer_;
    bool software_ = false;
};

}  // namespace studio

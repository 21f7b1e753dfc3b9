#pragma once
// The window, its OpenGL context and the frame of the interface. One of each a program.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <whorl/picture.hpp>

struct GLFWwindow;

namespace studio {

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
    /// Draws the interface and shows the frame; `shot`, where there is one, gets a copy.
    void end(whorl::Image* shot = nullptr);
    /// Throws whorl::Error where the driver has lost the context.
    void check_context() const;

    int width() const;  // pixels of the frame
    int height() const;
    /// Whether the processor draws, so that every frame takes time from the fluid.
    bool software() const { return software_; }
    const std::string& renderer() const { return renderer_; }

  private:
    whorl::Image copied() const;

    GLFWwindow* window_ = nullptr;
    std::string layout_, renderer_;
    bool software_ = false;
};

}  // namespace studio

#include "window.hpp"

#include <epoxy/gl.h>
// epoxy before GLFW, which else brings the headers of an old OpenGL
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>  // for a settings handler of our own

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

#include "camera.hpp"
#include "look.hpp"

namespace studio {

namespace {

std::string last_complaint;              // GLFW tells reasons through a callback that knows nobody
std::vector<std::string> dropped_files;  // likewise

/// Where the user's programs keep their layouts; empty where there is no such place.
std::string layout_file() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    const char* home = std::getenv("HOME");
    if (!(config && *config) && !(home && *home)) return "";
    const std::filesystem::path folder =
        (config && *config ? std::filesystem::path(config) : std::filesystem::path(home) / ".config") / "whorl";
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    return error ? "" : (folder / "studio.ini").string();
}

/// The size of the window is kept beside the layout of the panels.
struct Remembered {
    int width = 0, height = 0;
};
Remembered remembered;

void remember_size() {
    ImGuiSettingsHandler handler;
    handler.TypeName = "Studio";
    handler.TypeHash = ImHashStr("Studio");
    handler.ReadOpenFn = [](ImGuiContext*, ImGuiSettingsHandler*, const char*) {
        return static_cast<void*>(&remembered);
    };
    handler.ReadLineFn = [](ImGuiContext*, ImGuiSettingsHandler*, void*, const char* line) {
        int w = 0, h = 0;
        if (std::sscanf(line, "Size=%d,%d", &w, &h) == 2 && w >= 200 && h >= 150 && w < 20000 && h < 20000)
            remembered = {w, h};
    };
    handler.WriteAllFn = [](ImGuiContext*, ImGuiSettingsHandler*, ImGuiTextBuffer* to) {
        to->appendf("[Studio][Window]\nSize=%d,%d\n\n", remembered.width, remembered.height);
    };
    ImGui::GetCurrentContext()->SettingsHandlers.push_back(handler);
}

GLFWwindow* opened(int width, int height) {
    GLFWwindow* window = glfwCreateWindow(width, height, "Whorl Studio", nullptr, nullptr);
    if (!window)
        throw whorl::Error("no window with OpenGL 3.3 can be opened (" + last_complaint +
                           "); a newer graphics driver helps, or Mesa's renderer that needs no card: install "
                           "libgl1-mesa-dri and start with LIBGL_ALWAYS_SOFTWARE=1");
    return window;
}

}  // namespace

Window::Window(const WindowOptions& options) {
    glfwSetErrorCallback([](int, const char* text) { last_complaint = text ? text : ""; });
    if (!glfwInit())
        throw whorl::Error("there is no display to open a window on (" + last_complaint +
                           "); start it from a desktop, or under `xvfb-run`. `whorl run` needs none");
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    remember_size();
    if (options.remember) layout_ = layout_file();
    if (!layout_.empty()) ImGui::LoadIniSettingsFromDisk(layout_.c_str());
    int width = options.width, height = options.height;
    if (width <= 0)
        width = remembered.width > 0 ? remembered.width : 1280,
        height = remembered.height > 0 ? remembered.height : 800;

    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    try {
        try {
            window_ = opened(width, height);
        } catch (const whorl::Error&) {  // a driver that can not tell when it loses the context is good enough
            glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_NO_ROBUSTNESS);
            window_ = opened(width, height);
        }
    } catch (...) {
        ImGui::DestroyContext();
        glfwTerminate();
        throw;
    }
    glfwMakeContextCurrent(window_);
    renderer_ = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    software_ = renderer_.find("llvmpipe") != std::string::npos || renderer_.find("softpipe") != std::string::npos;
    glfwSwapInterval(software_ ? 0 : 1);

    float scale_x = 1, scale_y = 1;
    glfwGetWindowContentScale(window_, &scale_x, &scale_y);
    int frame = 0, points = 1;
    glfwGetFramebufferSize(window_, &frame, nullptr);
    glfwGetWindowSize(window_, &points, nullptr);
    // Where a point is more than a pixel already, letters must not grow twice.
    dress_interface(scale_x * static_cast<float>(points) / static_cast<float>(std::max(frame, 1)),
                    static_cast<float>(frame) / static_cast<float>(std::max(points, 1)));
    glfwSetDropCallback(window_, [](GLFWwindow*, int count, const char** files) {
        dropped_files.insert(dropped_files.end(), files, files + count);
    });
    ImGui_ImplGlfw_InitForOpenGL(window_, true);
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

Window::~Window() {
    glfwGetWindowSize(window_, &remembered.width, &remembered.height);
    if (!layout_.empty()) ImGui::SaveIniSettingsToDisk(layout_.c_str());
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwDestroyWindow(window_);
    glfwTerminate();
}

std::vector<std::string> Window::dropped() { return std::exchange(dropped_files, {}); }
bool Window::closing() const { return glfwWindowShouldClose(window_); }
void Window::title(const std::string& text) { glfwSetWindowTitle(window_, text.c_str()); }

void Window::begin(double wait_s, const std::function<void()>& input) {
    if (wait_s > 0)
        glfwWaitEventsTimeout(wait_s);
    else
        glfwPollEvents();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    if (input) input();
    ImGui::NewFrame();
}

void Window::end(whorl::Image* shot, const std::function<void()>& unframed) {
    ImGui::Render();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width(), height());
    ImDrawData panels = *ImGui::GetDrawData();
    if (unframed) {  // arrows and legend first, then the panels above them
        if (panels.CmdListsCount > 0 && panels.CmdLists[0] == ImGui::GetBackgroundDrawList()) {
            ImDrawData below = panels;
            below.CmdListsCount = 1;
            ImGui_ImplOpenGL3_RenderDrawData(&below);
            ++panels.CmdLists, --panels.CmdListsCount;
        }
        unframed();
    }
    ImGui_ImplOpenGL3_RenderDrawData(&panels);
    if (shot) *shot = image_of(pixels({0, 0, ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y}));
    glfwSwapBuffers(window_);
    check_context();
}

void Window::check_context(bool lost) const {
    if (lost || (epoxy_has_gl_extension("GL_ARB_robustness") && glGetGraphicsResetStatusARB() != GL_NO_ERROR))
        throw whorl::Error(
            "the graphics driver has lost the window's context; start the studio again. Its session was "
            "kept if it was being recorded");
}

int Window::width() const {
    int w = 0;
    glfwGetFramebufferSize(window_, &w, nullptr);
    return w;
}
int Window::height() const {
    int h = 0;
    glfwGetFramebufferSize(window_, nullptr, &h);
    return h;
}

Grab Window::pixels(const Area& area) const {
    const ImGuiIO& io = ImGui::GetIO();
    const int w = width(), h = height();
    const auto pixel = [](float points, float scale, int most) {
        return std::clamp(static_cast<int>(std::lround(points * scale)), 0, most);
    };
    const ImVec2 scale = io.DisplayFramebufferScale;
    const int left = pixel(area.x, scale.x, w - 1), right = pixel(area.x + area.width, scale.x, w),
              top = pixel(area.y, scale.y, h - 1), bottom = pixel(area.y + area.height, scale.y, h);
    Grab all{std::max(right - left, 1), std::max(bottom - top, 1), {}};
    all.rgb.resize(static_cast<std::size_t>(all.width) * static_cast<std::size_t>(all.height) * 3);
    glReadBuffer(GL_BACK);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(left, h - bottom, all.width, all.height, GL_RGB, GL_UNSIGNED_BYTE, all.rgb.data());
    return all;
}

whorl::Image image_of(const Grab& pixels) {
    float linear[256];
    for (int b = 0; b < 256; ++b) {
        const float x = static_cast<float>(b) / 255.0f;
        linear[b] = x <= 0.04045f ? x / 12.92f : std::pow((x + 0.055f) / 1.055f, 2.4f);
    }
    whorl::Image image(pixels.width, pixels.height);
    const unsigned char* p = pixels.rgb.data();
    for (int y = pixels.height - 1; y >= 0; --y)
        for (int x = 0; x < pixels.width; ++x, p += 3) image.set(x, y, {linear[p[0]], linear[p[1]], linear[p[2]]});
    return image;
}

}  // namespace studio

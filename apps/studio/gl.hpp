#pragma once
// The little of OpenGL 3.3 that the studio uses, owned and checked.

#include <epoxy/gl.h>

#include <cstdint>
#include <string>

#include <session/views.hpp>

namespace studio {

/// A vertex and a fragment shader. Throws whorl::Error with what the driver says.
class Program {
  public:
    Program(const char* vertex, const char* fragment);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void use() const;
    void set(const char* name, int value) const;
    void set(const char* name, float x) const;
    void set(const char* name, float x, float y) const;
    void set(const char* name, float x, float y, float z) const;

  private:
    GLuint id_ = 0;
};

/// A plane or a volume of numbers that is interpolated.
class Texture {
  public:
    explicit Texture(GLenum target, bool repeat = false);
    ~Texture();
    Texture(const Texture&) = delete;
    Texture& operator=(const Texture&) = delete;

    /// 1, 2 or 3 channels. Half precision on the other side: enough for colours, and interpolated everywhere.
    void upload(const Lattice& lattice);
    /// Red, green, blue and a fourth, as the screen has them.
    void upload(const std::uint8_t* pixels, int width, int height);
    /// The same for a picture that is seen in any size: it is read as linear light.
    void upload_image(const std::uint8_t* pixels, int width, int height);
    /// Empty, to be drawn into.
    void allocate(GLint format, int width, int height, int depth = 1);
    void bind(int unit) const;
    GLuint id() const { return id_; }
    const std::array<int, 3>& extent() const { return extent_; }

  private:
    GLuint id_ = 0;
    GLenum target_;
    std::array<int, 3> extent_{};
    int channels_ = 0;
};

/// Something to draw into that is not the window.
class Target {
  public:
    Target();
    ~Target();
    Target(const Target&) = delete;
    Target& operator=(const Target&) = delete;
    void draw_into(const Texture& plane) const;
    void draw_into(const Texture& volume, int layer) const;

  private:
    GLuint id_ = 0;
};

/// Covers the whole viewport; the fragment shader gets `place`, 0 to 1 from the lower left.
class Sheet {
  public:
    Sheet();
    ~Sheet();
    Sheet(const Sheet&) = delete;
    Sheet& operator=(const Sheet&) = delete;
    void draw() const;
    static const char* const vertex_shader;

  private:
    GLuint id_ = 0;
};

/// A picture that is drawn with fewer pixels than it is shown with: where the processor draws, each one counts.
class Reduced {
  public:
    Reduced();
    /// All that is drawn from here on belongs to a rectangle of so many pixels of the window, of which `share` are
    /// made.
    void begin(int width, int height, float share);
    /// Shows it in the window, from the lower left.
    void show(int x, int y) const;
    void bind(int unit) const { picture_.bind(unit); }

  private:
    Program copy_;
    Texture picture_;
    Target target_;
    Sheet sheet_;
    int width_ = 1, height_ = 1;
};

}  // namespace studio

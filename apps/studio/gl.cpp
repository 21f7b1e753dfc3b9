#include "gl.hpp"

#include <algorithm>

namespace studio {

namespace {

GLuint compiled(GLenum kind, const char* text) {
    const GLuint id = glCreateShader(kind);
    glShaderSource(id, 1, &text, nullptr);
    glCompileShader(id);
    GLint good = 0;
    glGetShaderiv(id, GL_COMPILE_STATUS, &good);
    if (good) return id;
    char why[2048] = {};
    glGetShaderInfoLog(id, sizeof why, nullptr, why);
    glDeleteShader(id);
    throw whorl::Error(std::string("this machine's OpenGL refuses a shader: ") + why + "; a newer driver may take it");
}

}  // namespace

Program::Program(const char* vertex, const char* fragment) : id_(glCreateProgram()) {
    const GLuint v = compiled(GL_VERTEX_SHADER, vertex), f = compiled(GL_FRAGMENT_SHADER, fragment);
    glAttachShader(id_, v), glAttachShader(id_, f);
    glLinkProgram(id_);
    glDeleteShader(v), glDeleteShader(f);
    GLint good = 0;
    glGetProgramiv(id_, GL_LINK_STATUS, &good);
    if (good) return;
    char why[2048] = {};
    glGetProgramInfoLog(id_, sizeof why, nullptr, why);
    throw whorl::Error(std::string("this machine's OpenGL can not join shaders: ") + why + "; a newer driver may");
}
Program::~Program() { glDeleteProgram(id_); }
void Program::use() const { glUseProgram(id_); }
void Program::set(const char* name, int value) const { glUniform1i(glGetUniformLocation(id_, name), value); }
void Program::set(const char* name, float x) const { glUniform1f(glGetUniformLocation(id_, name), x); }
void Program::set(const char* name, float x, float y) const { glUniform2f(glGetUniformLocation(id_, name), x, y); }
void Program::set(const char* name, float x, float y, float z) const {
    glUniform3f(glGetUniformLocation(id_, name), x, y, z);
}

Texture::Texture(GLenum target, bool repeat) : target_(target) {
    glGenTextures(1, &id_);
    glBindTexture(target_, id_);
    const GLint wrap = repeat ? GL_REPEAT : GL_CLAMP_TO_EDGE;
    glTexParameteri(target_, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(target_, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(target_, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(target_, GL_TEXTURE_WRAP_T, wrap);
    glTexParameteri(target_, GL_TEXTURE_WRAP_R, wrap);
}
Texture::~Texture() { glDeleteTextures(1, &id_); }

void Texture::bind(int unit) const {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(target_, id_);
}

void Texture::upload(const Lattice& from) {
    constexpr GLint inside[] = {0, GL_R16F, GL_RG16F, GL_RGB16F};
    constexpr GLenum outside[] = {0, GL_RED, GL_RG, GL_RGB};
    const auto c = static_cast<std::size_t>(from.channels);
    const auto [w, h, d] = from.extent;
    glBindTexture(target_, id_);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    const bool volume = target_ == GL_TEXTURE_3D;
    if (extent_ != from.extent || channels_ != from.channels) {
        extent_ = from.extent, channels_ = from.channels;
        if (volume)
            glTexImage3D(target_, 0, inside[c], w, h, d, 0, outside[c], GL_FLOAT, from.values.data());
        else
            glTexImage2D(target_, 0, inside[c], w, h, 0, outside[c], GL_FLOAT, from.values.data());
    } else if (volume) {
        glTexSubImage3D(target_, 0, 0, 0, 0, w, h, d, outside[c], GL_FLOAT, from.values.data());
    } else {
        glTexSubImage2D(target_, 0, 0, 0, w, h, outside[c], GL_FLOAT, from.values.data());
    }
}

void Texture::upload(const std::uint8_t* pixels, int width, int height) {
    allocate(GL_RGBA8, width, height);
    glBindTexture(target_, id_);
    glTexSubImage2D(target_, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

void Texture::upload_image(const std::uint8_t* pixels, int width, int height) {
    extent_ = {width, height, 1}, channels_ = 4;
    glBindTexture(target_, id_);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(target_, 0, GL_SRGB8_ALPHA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glTexParameteri(target_, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glGenerateMipmap(target_);
}

void Texture::allocate(GLint format, int width, int height, int depth) {
    if (extent_ == std::array{width, height, depth}) return;
    extent_ = {width, height, depth}, channels_ = 0;
    glBindTexture(target_, id_);
    if (target_ == GL_TEXTURE_3D)
        glTexImage3D(target_, 0, format, width, height, depth, 0, GL_RGBA, GL_FLOAT, nullptr);
    else
        glTexImage2D(target_, 0, format, width, height, 0, GL_RGBA, GL_FLOAT, nullptr);
}

Target::Target() { glGenFramebuffers(1, &id_); }
Target::~Target() { glDeleteFramebuffers(1, &id_); }
void Target::draw_into(const Texture& plane) const {
    glBindFramebuffer(GL_FRAMEBUFFER, id_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, plane.id(), 0);
}
void Target::draw_into(const Texture& volume, int layer) const {
    glBindFramebuffer(GL_FRAMEBUFFER, id_);
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, volume.id(), 0, layer);
}

const char* const Sheet::vertex_shader = R"(#version 330 core
out vec2 place;
void main() {  // one triangle that is larger than the viewport needs no vertices from outside
    place = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
    gl_Position = vec4(2.0 * place - 1.0, 0.0, 1.0);
})";
Sheet::Sheet() { glGenVertexArrays(1, &id_); }
Sheet::~Sheet() { glDeleteVertexArrays(1, &id_); }
void Sheet::draw() const {
    glBindVertexArray(id_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

namespace {

constexpr const char* copy_text = R"(#version 330 core
in vec2 place;
out vec4 pixel;
uniform sampler2D picture;
void main() { pixel = texture(picture, place); }
)";

}  // namespace

Reduced::Reduced() : copy_(Sheet::vertex_shader, copy_text), picture_(GL_TEXTURE_2D) {}

void Reduced::begin(int width, int height, float share) {
    width_ = std::max(width, 1), height_ = std::max(height, 1);
    const int w = std::max(static_cast<int>(static_cast<float>(width_) * share), 1),
              h = std::max(static_cast<int>(static_cast<float>(height_) * share), 1);
    picture_.allocate(GL_RGBA8, w, h);
    target_.draw_into(picture_);
    glViewport(0, 0, w, h);
}

void Reduced::show(int x, int y) const {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(x, y, width_, height_);
    copy_.use();
    picture_.bind(0);
    copy_.set("picture", 0);
    sheet_.draw();
}

}  // namespace studio

// Stir coloured ink in a terminal. Works over ssh; needs 24-bit colours, and a mouse only if there is one.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

#include "inks.hpp"
#include "input.hpp"
#include "screen.hpp"

namespace {

using namespace terminal;

constexpr std::string_view help =
    "whorl-terminal: stir coloured ink in this terminal\n"
    "\n"
    "  left button    drag: ink that follows the mouse; without a button the mouse only stirs\n"
    "  right button   drag: draw a wall; middle button: rub it out\n"
    "  arrows         move a brush without a mouse; space: a drop of ink there\n"
    "  c  h  q        clear; the line of help; quit\n"
    "\n"
    "  --frames N     end after N frames\n"
    "  --size WxH     as many columns and rows, also where there is no terminal; no input\n"
    "  --still        no hand but yours stirs\n"
    "  --help         this text\n";

constexpr double frame_s = 1.0 / 30;

struct Options {
    int frames = 0;  // 0: until it is told to end
    Size size{};
    bool still = false;
};

int whole_number(std::string_view option, std::string_view text, int most) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 1 || value > most)
        throw std::invalid_argument(std::string(option) + ": \"" + std::string(text) +
                                    "\" is no whole number from 1 to " + std::to_string(most));
    return value;
}

/// False if there is nothing left to do.
bool read(int count, char** words, Options& options) {
    for (int i = 1; i < count; ++i) {
        const std::string_view option = words[i];
        const auto value = [&]() -> std::string_view {
            if (i + 1 >= count) throw std::invalid_argument(std::string(option) + " needs a value; see --help");
            return words[++i];
        };
        if (option == "--frames") {
            options.frames = whole_number(option, value(), 1'000'000'000);
        } else if (option == "--size") {
            const std::string_view text = value();
            const std::size_t cross = std::min(text.find('x'), text.size() - 1);
            options.size = {whole_number(option, text.substr(0, cross), 1000),
                            whole_number(option, text.substr(cross + 1), 1000)};
        } else if (option == "--still") {
            options.still = true;
        } else if (option == "--help" || option == "-h") {
            std::fwrite(help.data(), 1, help.size(), stdout);
            return false;
        } else {
            throw std::invalid_argument("unknown option " + std::string(option) + "; see --help");
        }
    }
    return true;
}

Light times(Light a, float s) { return {a.r * s, a.g * s, a.b * s}; }

/// Light as a screen shows it: bright ink does not burn out, dark ink is seen on a ground that is nearly black.
Pixel shade(Light light) {
    const auto part = [](float x, float ground) {
        const float shown = 1 - std::exp(-std::max(0.0f, x)) * (1 - ground);
        return static_cast<unsigned char>(255 * std::pow(shown, 1 / 2.2f));
    };
    return {part(light.r, 0.0015f), part(light.g, 0.002f), part(light.b, 0.005f)};
}

class Studio {
  public:
    Studio(Size of, bool still) : inks_(of.columns, 2 * of.rows), alone_(!still) {}

    /// False if it is to end.
    bool take(const std::vector<Event>& events) {
        for (const Event& e : events) {
            if (e.kind != Kind::key)
                take_mouse(e);
            else if (!take_key(e))
                return false;
        }
        return true;
    }

    void step(Size of) {
        const float dt = static_cast<float>(frame_s);
        if (of.columns != inks_.width() || 2 * of.rows != inks_.height()) {
            inks_.resize(of.columns, 2 * of.rows);
            brush_.x = std::min(brush_.x, static_cast<float>(of.columns));
            brush_.y = std::min(brush_.y, static_cast<float>(2 * of.rows));
        }
        if (alone_) play();
        inks_.step(dt);
        ++frame_;
    }

    std::vector<Pixel> picture() const {
        std::vector<Pixel> pixels;
        pixels.reserve(static_cast<std::size_t>(inks_.width() * inks_.height()));
        for (int j = inks_.height() - 1; j >= 0; --j)
            for (int i = 0; i < inks_.width(); ++i)
                pixels.push_back(inks_.wall(i, j) ? Pixel{150, 148, 140} : shade(inks_.ink(i, j)));
        return pixels;
    }

    std::string text() const {
        return helping_
                   ? " drag: ink   right: wall   middle: rub out   arrows, space: brush   c: clear   h: this   q: quit "
                   : "";
    }

  private:
    Light colour() const { return hue(static_cast<float>(frame_) / 240); }

    bool take_key(const Event& e) {
        const float dt = static_cast<float>(frame_s);
        if (e.letter == 'q' || e.letter == 4) return false;
        if (e.letter == 'c') inks_.clear();
        if (e.letter == 'h') helping_ = !helping_;
        if (e.letter != ' ' && e.arrow == Arrow::none) return true;
        alone_ = false;
        if (brush_.x <= 0)
            brush_.x = static_cast<float>(inks_.width()) / 2, brush_.y = static_cast<float>(inks_.height()) / 2;
        const float stride = 3;
        Touch touch = brush_;
        touch.vx = e.arrow == Arrow::left ? -stride / dt / 2 : e.arrow == Arrow::right ? stride / dt / 2 : 0;
        touch.vy = e.arrow == Arrow::down ? -stride / dt / 2 : e.arrow == Arrow::up ? stride / dt / 2 : 0;
        touch.ink = times(colour(), e.letter == ' ' ? 40 : 10);
        inks_.touch(touch, dt);
        brush_.x = std::clamp(brush_.x + touch.vx * dt * 2, 1.0f, static_cast<float>(inks_.width()) - 1);
        brush_.y = std::clamp(brush_.y + touch.vy * dt * 2, 1.0f, static_cast<float>(inks_.height()) - 1);
        return true;
    }

    void take_mouse(const Event& e) {
        const float dt = static_cast<float>(frame_s);
        const float x = static_cast<float>(e.column) + 0.5f, y = static_cast<float>(inks_.height() - 2 * e.row) - 1;
        const float from_x = brush_.x > 0 && e.kind != Kind::press ? brush_.x : x;
        const float from_y = brush_.x > 0 && e.kind != Kind::press ? brush_.y : y;
        brush_.x = x, brush_.y = y;
        if (e.kind == Kind::release) return;
        if (e.kind != Kind::hover) alone_ = false;
        const bool held = e.kind == Kind::press || e.kind == Kind::drag;
        if (held && e.button > 0) return inks_.draw_wall(from_x, from_y, x, y, e.button == 2);
        // Fast hands leave gaps between reports: a touch for each cell of the way.
        const int parts = 1 + static_cast<int>(std::hypot(x - from_x, y - from_y) / 2);
        for (int k = 1; k <= parts; ++k) {
            const float part = static_cast<float>(k) / static_cast<float>(parts), most = 120;
            inks_.touch({.x = from_x + part * (x - from_x),
                         .y = from_y + part * (y - from_y),
                         .vx = std::clamp((x - from_x) / dt, -most, most),
                         .vy = std::clamp((y - from_y) / dt, -most, most),
                         .ink = times(colour(), held ? 12 : 0)},
                        dt);
        }
    }

    /// Two hands that draw loops, until somebody else begins.
    void play() {
        const float dt = static_cast<float>(frame_s), t = static_cast<float>(frame_) * dt;
        const float w = static_cast<float>(inks_.width()), h = static_cast<float>(inks_.height());
        for (int hand = 0; hand < 2; ++hand) {
            const float phase = 3.1f * static_cast<float>(hand), a = 0.9f * t + phase, b = 1.3f * t + 2 * phase;
            inks_.touch({.x = w * (0.5f + 0.34f * std::sin(a)),
                         .y = h * (0.5f + 0.33f * std::sin(b)),
                         .vx = 0.9f * 0.34f * w * std::cos(a),
                         .vy = 1.3f * 0.33f * h * std::cos(b),
                         .ink = times(hue(t / 9 + 0.45f * static_cast<float>(hand)), 7),
                         .radius = std::max(1.5f, h / 24)},
                        dt);
        }
    }

    Inks inks_;
    Touch brush_{};
    bool alone_, helping_ = true;
    int frame_ = 0;
};

}  // namespace

int main(int count, char** words) try {
    Options options;
    if (!read(count, words, options)) return 0;
    Screen screen(options.size);
    Studio studio(screen.size(), options.still);
    Input input;
    for (int frame = 0; (options.frames == 0 || frame < options.frames) && !Screen::ended(); ++frame) {
        const Size size = screen.size();
        studio.step(size);
        screen.show(studio.picture(), size, studio.text());
        if (!studio.take(input.read(screen.wait(frame_s)))) break;
    }
    return 0;
} catch (const std::exception& e) {
    std::fprintf(stderr, "whorl-terminal: %s\n", e.what());
    return 2;
}

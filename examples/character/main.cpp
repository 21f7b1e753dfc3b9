// Swirling smoke past a moving character: a small game on the C API of Whorl and SDL2.
//
// Arrows walk, up jumps, space waves a torch. --frames N ends after N frames; --report prints what became of them, for
// tests.

#include <SDL.h>
#include <whorl/whorl.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr double width = 3, height = 2;                  // m
constexpr int cells_x = 192, cells_y = 128, zoom = 5;    // pixels a cell
constexpr double dt = 1.0 / 30;                          // s
constexpr double body_radius = 0.13, body_height = 0.5;  // m, without its round ends

void check(whorl_status status) {
    if (status != WHORL_OK) throw std::runtime_error(whorl_last_error());
}
template <class Pointer>
Pointer* check(Pointer* from_sdl) {
    if (!from_sdl) throw std::runtime_error(std::string("SDL: ") + SDL_GetError());
    return from_sdl;
}

/// Who walks through the smoke. The place is that of the feet.
struct Character {
    double x = 0.6, y = 0, vx = 0, vy = 0;  // m, m/s
    bool torch = false;

    void move(const Uint8* keys) {
        const double wish = 1.6 * ((keys[SDL_SCANCODE_RIGHT] ? 1 : 0) - (keys[SDL_SCANCODE_LEFT] ? 1 : 0));
        vx += (wish - vx) * std::min(1.0, 12 * dt);
        if (keys[SDL_SCANCODE_UP] && y <= 0) vy = 3.4;
        vy -= 9.81 * dt;
        x = std::clamp(x + vx * dt, body_radius + 0.05, width - body_radius - 0.05);
        y = std::max(0.0, y + vy * dt);
        if (y <= 0) vy = 0;
        torch = keys[SDL_SCANCODE_SPACE] != 0;
    }
};

/// The air of the stage: mist along the floor, a fire on the right, and a body where the character is.
class Air {
  public:
    Air() {
        whorl_settings s;
        whorl_default_settings(&s);
        s.size[0] = width, s.size[1] = height;
        s.cells = cells_x;
        s.sides[2] = s.sides[3] = WHORL_FREE_SLIP;
        s.smoke_weight = 0, s.smoke_decay = 0.12, s.heat_decay = 0.9, s.heat_lift = 0.12, s.swirl = 0.12;
        check(whorl_world_from_settings(&s, &world_));
        const whorl_shape body =
            whorl_capsule(start_.x, body_radius + 0.02, 0, start_.x, body_radius + body_height, 0, body_radius);
        check(whorl_obstacle_add(world_, &body, &body_));
    }
    ~Air() { whorl_world_destroy(world_); }
    Air(const Air&) = delete;
    Air& operator=(const Air&) = delete;

    void step(const Character& who, int frame) {
        const double flicker = 0.05 * std::sin(0.9 * frame) + 0.03 * std::sin(2.3 * frame);
        const whorl_shape fire = whorl_sphere(2.4 + flicker, 0.12, 0, 0.09);
        check(whorl_add(world_, &fire, "heat", 9 * dt));
        check(whorl_add(world_, &fire, "smoke", 5 * dt));
        if (frame % 3 == 0) {
            const whorl_shape mist = whorl_box(0.02, 0.02, 0, width - 0.02, 0.2, 0);
            check(whorl_add(world_, &mist, "smoke", 0.25 * dt));
        }
        if (who.torch) {
            const whorl_shape torch = whorl_sphere(who.x + 0.28, who.y + 0.75, 0, 0.06);
            const double wave[3] = {0.6 * std::sin(0.4 * frame), 0.4, 0};
            check(whorl_add(world_, &torch, "heat", 10 * dt));
            check(whorl_add(world_, &torch, "smoke", 6 * dt));
            check(whorl_push(world_, &torch, wave));
        }
        const double shift[3] = {who.x - start_.x, who.y, 0};
        check(whorl_obstacle_move(world_, body_, shift, 0));
        check(whorl_step(world_, dt));
    }

    /// Smoke lit by what is hot, as pixels from the top left: a grey veil, orange where it burns.
    void draw(std::vector<Uint32>& pixels) {
        smoke_.resize(pixels.size()), heat_.resize(pixels.size());
        check(whorl_copy(world_, "smoke", 1, WHORL_FLOAT, smoke_.data(), 4 * smoke_.size()));
        check(whorl_copy(world_, "heat", 1, WHORL_FLOAT, heat_.data(), 4 * heat_.size()));
        for (int j = 0; j < cells_y; ++j)
            for (int i = 0; i < cells_x; ++i) {
                const auto from = static_cast<std::size_t>(i + cells_x * (cells_y - 1 - j));
                const float veil = 1 - std::exp(-1.6f * std::max(0.0f, smoke_[from])),
                            fire = std::max(0.0f, heat_[from]);
                const float dusk = 0.04f + 0.05f * static_cast<float>(j) / cells_y;
                const float light[3] = {dusk + 0.55f * veil + 0.9f * fire, dusk + 0.57f * veil + 0.38f * fire,
                                        dusk * 1.6f + 0.62f * veil + 0.1f * fire};
                Uint32 colour = 255;
                for (const float part : light) colour = colour << 8 | static_cast<Uint32>(255 * std::min(1.0f, part));
                pixels[static_cast<std::size_t>(i + cells_x * j)] = colour;
            }
    }

    /// Sparks go where the air goes.
    void carry(std::vector<float>& places) const {
        std::vector<float> velocities(places.size());
        check(whorl_sample_velocity(world_, places.data(), places.size() / 3, velocities.data()));
        for (std::size_t k = 0; k < places.size(); ++k) places[k] += static_cast<float>(dt) * velocities[k];
    }

  private:
    const Character start_{};
    whorl_world* world_ = nullptr;
    whorl_obstacle body_ = 0;
    std::vector<float> smoke_, heat_;
};

SDL_Rect on_screen(double x, double y, double w, double h) {  // m, from the lower left corner of a rectangle
    const double scale = cells_x * zoom / width;
    return {static_cast<int>(x * scale), static_cast<int>((height - y - h) * scale), static_cast<int>(w * scale),
            static_cast<int>(h * scale)};
}

void draw_character(SDL_Renderer* to, const Character& who) {
    SDL_SetRenderDrawColor(to, 18, 16, 22, 255);
    for (int slice = 0; slice < 60; ++slice) {  // a capsule, from feet to head
        const double up = (body_height + 2 * body_radius) * slice / 60;
        const double over = up < body_radius ? body_radius - up : std::max(0.0, up - body_radius - body_height);
        const double half = std::sqrt(std::max(0.0, body_radius * body_radius - over * over));
        const SDL_Rect line = on_screen(who.x - half, who.y + up, 2 * half, 0.02);
        SDL_RenderFillRect(to, &line);
    }
    const double look = who.vx < -0.1 ? -0.06 : 0.02;
    SDL_SetRenderDrawColor(to, 240, 210, 120, 255);
    const SDL_Rect eye = on_screen(who.x + look, who.y + body_height + 0.12, 0.04, 0.03);
    SDL_RenderFillRect(to, &eye);
}

void draw_sparks(SDL_Renderer* to, const std::vector<float>& places) {
    SDL_SetRenderDrawColor(to, 255, 200, 90, 255);
    for (std::size_t k = 0; k + 2 < places.size(); k += 3) {
        const SDL_Rect spark = on_screen(places[k], places[k + 1], 0.012, 0.012);
        SDL_RenderFillRect(to, &spark);
    }
}

void play(int frames, bool report) {
    Air air;
    Character who;
    std::vector<Uint32> pixels(static_cast<std::size_t>(cells_x) * cells_y);
    std::vector<float> sparks;
    SDL_Window* window = check(SDL_CreateWindow("Swirling smoke past a moving character", SDL_WINDOWPOS_CENTERED,
                                                SDL_WINDOWPOS_CENTERED, cells_x * zoom, cells_y * zoom, 0));
    SDL_Renderer* renderer = check(SDL_CreateRenderer(window, -1, 0));
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
    SDL_Texture* air_picture =
        check(SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STREAMING, cells_x, cells_y));
    double farthest = who.x, highest = 0;
    int torches = 0;
    for (int frame = 0; frames == 0 || frame < frames; ++frame) {
        for (SDL_Event e; SDL_PollEvent(&e);)
            if (e.type == SDL_QUIT || (e.type == SDL_KEYDOWN && e.key.keysym.sym == SDLK_ESCAPE)) frames = frame + 1;
        who.move(SDL_GetKeyboardState(nullptr));
        air.step(who, frame);
        if (frame % 4 == 0) sparks.insert(sparks.end(), {2.36f + 0.02f * static_cast<float>(frame % 5), 0.2f, 0.0f});
        if (sparks.size() > 3 * 150) sparks.erase(sparks.begin(), sparks.begin() + 3);
        air.carry(sparks);

        air.draw(pixels);
        SDL_UpdateTexture(air_picture, nullptr, pixels.data(), 4 * cells_x);
        SDL_RenderCopy(renderer, air_picture, nullptr, nullptr);
        draw_sparks(renderer, sparks);
        draw_character(renderer, who);
        SDL_RenderPresent(renderer);
        farthest = std::max(farthest, who.x), highest = std::max(highest, who.y), torches += who.torch;
        SDL_Delay(static_cast<Uint32>(1000 * dt / 4));
    }
    if (report) std::printf("walked to %.2f m, jumped %.2f m, %d frames of torch\n", farthest, highest, torches);
    SDL_DestroyRenderer(renderer);
    SDL_DestroyWindow(window);
}

}  // namespace

int main(int count, char** words) try {
    int frames = 0;
    bool report = false;
    for (int i = 1; i < count; ++i) {
        if (std::strcmp(words[i], "--report") == 0)
            report = true;
        else if (std::strcmp(words[i], "--frames") == 0 && i + 1 < count)
            frames = std::max(1, std::atoi(words[++i]));
        else
            throw std::runtime_error(std::string("unknown word ") + words[i] + "; use --frames N or --report");
    }
    if (SDL_Init(SDL_INIT_VIDEO) != 0) throw std::runtime_error(std::string("SDL: ") + SDL_GetError());
    play(frames, report);
    SDL_Quit();
    return 0;
} catch (const std::exception& e) {
    std::fprintf(stderr, "whorl-character: %s\n", e.what());
    return 1;
}

#include "studio.hpp"

#include <epoxy/gl.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>
#include <utility>

#include "canvas.hpp"
#include "export.hpp"
#include "inside_panes.hpp"
#include "keys.hpp"
#include "panels.hpp"
#include "pixels.hpp"
#include "pointer.hpp"
#include "script.hpp"
#include "stage_panes.hpp"
#include "volume.hpp"
#include "wires.hpp"

namespace studio {

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Rounds with the left button held down, for ever: what --bench does to the fluid.
void stir(const Desk& desk, int frame) {
    ImGuiIO& io = ImGui::GetIO();
    const float angle = 0.13f * static_cast<float>(frame), reach = 0.28f + 0.08f * std::sin(0.31f * angle);
    io.MousePos = {desk.canvas.x + desk.canvas.width * (0.5f + 0.8f * reach * std::cos(angle)),
                   desk.canvas.y + desk.canvas.height * (0.5f + reach * std::sin(1.3f * angle))};
    io.MouseDown[0] = frame % 40 < 36;
}

class Studio {
  public:
    explicit Studio(const StudioOptions& options)
        : options_(options),
          window_(options.window),
          session_(options.replay ? *options.replay : Recording{{{0, options.scene}}, 0, 0}, options.device) {
        if (!options.script.empty()) script_ = Script::from_file(options.script);
        desk_.session = &session_;
        for (const std::string& name : options.overlays) switch_overlay(desk_, name);
        if (options.bench > 0) session_.send(Pace{0});
    }
    void run() {
        try {
            while (!desk_.quit && !window_.closing()) frame();
        } catch (...) {
            keep_record();
            throw;
        }
        keep_record();
        if (options_.bench > 0) print_rates();
    }

  private:
    void frame() {
        pace_frames();
        const double began = now();
        const double seconds = std::clamp(began - last_, 1e-3, 0.1);
        last_ = began;
        std::string shot;
        window_.begin(0, [&] { hear_script(shot); });
        const bool fresh = session_.look();
        if (desk_.opened != desk_.shown().name) adopt_scene();
        open_dropped();
        panels_.draw(desk_);
        strip_.draw(desk_, frames_per_second_);
        inside_.draw(desk_, fresh);
        draw_stage(desk_);
        export_.frame(desk_);
        draw_keys(desk_);
        hear_keys(desk_);
        pointer_.frame(desk_, seconds);
        session_.wish({.view = desk_.view, .depth = desk_.depth, .flow = desk_.follows_flow(), .inside = desk_.inside});
        draw(fresh);
        finish(shot);
        window_.check_context(desk_.lost);
        count(began);
    }

    /// Where the processor draws, every frame takes time from the fluid: 30 a second are enough there.
    void pace_frames() const {
        if (script_.fast()) return;
        const double least = window_.software() ? 1.0 / 30 : 1.0 / 250, left = last_ + least - now();
        if (left > 0) std::this_thread::sleep_for(std::chrono::duration<double>(left));
    }

    void hear_script(std::string& shot) {
        if (options_.bench > 0) return stir(desk_, frames_);
        if (options_.script.empty()) return;
        if (script_.empty()) ++idle_frames_;
        script_.frame(desk_, [&](const std::string& file) { shot = file; });
    }

    void open_dropped() {
        for (std::string& file : window_.dropped()) desk_.dropped.push_back(std::move(file));
        for (const std::string& file : std::exchange(desk_.dropped, {})) try {
                if (is_image(file))
                    take_picture(desk_, file);
                else
                    desk_.send(scene_named(file));
            } catch (const whorl::Error& e) { desk_.note = e.what(); }
    }

    /// Another scene was opened: the view that its own picture has, the brush that suits it, the camera around it.
    void adopt_scene() {
        const Shown& shown = desk_.shown();
        desk_.opened = shown.name;
        desk_.view = view_for(shown.suggested);
        const bool inks = std::find(shown.carried.begin(), shown.carried.end(), "red") != shown.carried.end();
        desk_.brush = inks && shown.dimension == 2 ? "colour" : "smoke";
        desk_.fire = shown.glows;
        desk_.camera.look_at(shown.size);
        desk_.anchor = {shown.size.x / 2, shown.size.y / 2, shown.size.z / 2};
        window_.title(shown.title + " - Whorl Studio");
    }

    void draw(bool fresh) {
        const int height = window_.height();
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glViewport(0, 0, window_.width(), height);
        glClearColor(0.020f, 0.023f, 0.030f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        const Shown& shown = desk_.shown();
        if (shown.dimension == 0) return;
        if (desk_.on_body()) desk_.camera.turn(0.25 * static_cast<double>(ImGui::GetIO().DeltaTime), 0);
        const float density = ImGui::GetIO().DisplayFramebufferScale.x;
        if (!is_volume(shown)) {
            if (!canvas_) canvas_.emplace();
            if (desk_.wires) draw_wires(desk_);
            canvas_->draw(desk_, fresh || std::exchange(was_volume_, false), density, height,
                          window_.software() ? 0.5f : 1.0f);
            return;
        }
        if (!volume_) volume_.emplace();
        volume_->draw(desk_, fresh || !std::exchange(was_volume_, true), density, height,
                      window_.software() ? 0.4f : 1.0f);
    }

    void finish(const std::string& shot) {
        const bool last =
            (options_.bench > 0 && frames_ + 1 >= options_.bench) || (!options_.script.empty() && idle_frames_ > 2);
        const bool wanted = !shot.empty() || ((last || desk_.quit) && !options_.shot.empty());
        whorl::Image image;
        window_.end(wanted ? &image : nullptr, [&] { export_.capture(desk_, window_, now()); });
        if (wanted) whorl::write_png(shot.empty() ? options_.shot : shot, image);
        if (last) desk_.quit = true;
    }

    void count(double began) {
        if (frames_++ == 0) first_frame_ = now() - options_.started;
        if (frames_ == warm_up) counted_from_ = now(), counted_ticks_ = desk_.shown().tick;
        const double took = now() - began;
        frame_ms_ += 0.05 * (1e3 * took - frame_ms_);
        longest_ms_ = frames_ > warm_up ? std::max(longest_ms_, 1e3 * took) : 0;
        if (began - second_ >= 0.5) {
            frames_per_second_ = static_cast<double>(frames_ - second_frames_) / (began - second_);
            second_ = began, second_frames_ = frames_;
        }
    }

    void keep_record() {
        if (options_.record.empty()) return;
        write_recording(options_.record, session_.finish());
    }

    void print_rates() const {
        const double seconds = std::max(now() - counted_from_, 1e-9);
        const Shown& shown = desk_.shown();
        std::printf(
            "{\"scene\": \"%s\", \"cells\": [%d, %d, %d], \"carried\": %zu, \"frames\": %d, \"width\": %d, \"height\": "
            "%d, "
            "\"steps_per_second\": %.1f, \"frames_per_second\": %.1f, \"frame_ms\": %.2f, \"longest_frame_ms\": %.1f, "
            "\"first_frame_s\": %.3f, \"pressure_residual\": %.2e, \"renderer\": \"%s\"}\n",
            shown.name.c_str(), shown.cells[0], shown.cells[1], shown.cells[2], shown.carried.size(), frames_,
            window_.width(), window_.height(), static_cast<double>(shown.tick - counted_ticks_) / seconds,
            static_cast<double>(frames_ - warm_up) / seconds, frame_ms_, longest_ms_, first_frame_,
            shown.statistics.pressure.residual, window_.renderer().c_str());
    }

    static constexpr int warm_up = 10;  // frames that are not counted

    const StudioOptions& options_;
    Window window_;
    Session session_;
    Desk desk_;
    Panels panels_;
    Strip strip_;
    InsidePanes inside_;
    Pointer pointer_;
    Export export_;
    Script script_;
    std::optional<Canvas> canvas_;
    std::optional<Volume> volume_;
    bool was_volume_ = false;
    int frames_ = 0, idle_frames_ = 0, second_frames_ = 0;
    double last_ = 0, second_ = 0, frames_per_second_ = 0, frame_ms_ = 0, longest_ms_ = 0, first_frame_ = 0,
           counted_from_ = 0;
    std::int64_t counted_ticks_ = 0;
};

}  // namespace

void run_studio(const StudioOptions& options) { Studio(options).run(); }

}  // namespace studio

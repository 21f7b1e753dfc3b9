#pragma once
// Transforms of lines for a device: their tables in its memory, and which kernel is theirs.

#include <type_traits>
#include <vector>

#include "poisson/transform_lines.hpp"

namespace whorl {

/// A transform of one kind of line, ready for a device.
template <class Exec>
class LinesOnDevice {
  public:
    LinesOnDevice(Exec& on, const Span& s) : transform_(s) {
        LinesPlan& p = plan_;
        p.line = transform_.line();
        if (p.line.kind == Line::Kind::none) return;
        const Fourier& whole = transform_.fourier();
        const Fourier::Convolution* const convolution = whole.convolution();
        const Fourier& fourier = convolution ? convolution->longer : whole;
        p.numbers = static_cast<int>(Fourier::numbers(p.line.length));
        // Few enough that several blocks fit on a multiprocessor, but whole sectors of memory for each.
        const std::size_t most = on.shared_bytes() / sizeof(Complex);
        while (bits_ > 3 && room() > most / 3) --bits_;
        while (bits_ > 0 && room() > most) --bits_;
        fits_ = room() <= most;
        std::vector<Complex> numbers;
        const auto add = [&](const std::vector<Complex>& table) {
            const std::size_t at = numbers.size();
            numbers.insert(numbers.end(), table.begin(), table.end());
            return static_cast<int>(at);
        };
        for (std::size_t k = 0; k < fourier.stages().size(); ++k) {
            const Fourier::Stage& stage = fourier.stages()[k];
            LinesPlan::Pass& pass = p.pass[p.passes++];
            pass = {
                .radix = stage.radix, .then = 1, .length = stage.length, .turns = add(stage.turns), .then_turns = 0};
            if (!twos() || stage.radix != 4 || k + 1 == fourier.stages().size()) continue;
            const Fourier::Stage& next = fourier.stages()[k + 1];
            if (next.radix != 4 && next.radix != 2) continue;
            pass.then = next.radix, pass.then_turns = add(next.turns);
            ++k;
        }
        const int halves = add(transform_.turns());
        const int chirp = convolution ? add(convolution->chirp) : 0;
        const int filter[2] = {convolution ? add(convolution->filter[0]) : 0,
                               convolution ? add(convolution->filter[1]) : 0};
        std::vector<int> places;
        for (int k = 0; k < p.line.length; ++k) places.push_back(whole.place(k));
        numbers_ = on.template buffer<Complex>(numbers.size());
        places_ = on.template buffer<int>(places.size());
        on.upload(numbers.data(), numbers.size(), numbers_);
        on.upload(places.data(), places.size(), places_);
        p.turns = numbers_.data(), p.halves = p.turns + halves;
        p.places = places_.data();
        if (convolution)
            p.chirp = p.turns + chirp, p.filter[0] = p.turns + filter[0], p.filter[1] = p.turns + filter[1];
    }

    /// What a block needs for lines of n values that are too long for the memory that threads share, whatever their ends are;
    /// 0 where none is.
    static std::size_t most_room(const Exec& on, int n, bool periodic) {
        std::size_t most = 0;
        for (const std::int64_t length : Line::lengths(n, periodic).v) {
            const auto numbers = static_cast<std::size_t>(Fourier::numbers(length));
            if (numbers > on.shared_bytes() / sizeof(Complex)) most = whorl::max(most, numbers);
        }
        return most;
    }

    /// In a box, from a field to a field; values are factor * from - mean. `rooms`: `most_room` for each of `rooms_at_once`.
    template <bool back, int D>
    void run(Exec& on, const Box<D>& box, int axis, const float* from, float factor, float mean, float* to,
             Buffer<Complex>& rooms) {
        if (plan_.line.kind == Line::Kind::none) return;
        const auto start = [&]<bool along_x>(std::bool_constant<along_x>) {
            const int beside = along_x ? 1 : 0;
            if (twos()) {
                const TransformLines<D, back, along_x, true> lines{plan_, box,    axis, beside, bits_,
                                                                   from,  factor, mean, to};
                on.template in_blocks<Complex>(lines.blocks(), room(), lines);
            } else {
                const TransformLines<D, back, along_x, false> lines{plan_, box,    axis, beside, bits_,
                                                                    from,  factor, mean, to};
                if (fits_)
                    on.template in_blocks<Complex>(lines.blocks(), room(), lines);
                else
                    on.in_blocks(lines.blocks(), room(), lines, rooms);
            }
        };
        if (axis == 0)
            start(std::true_type{});
        else
            start(std::false_type{});
    }

  private:
    std::size_t room() const { return static_cast<std::size_t>(plan_.numbers) << bits_; }  // of a block
    bool twos() const {
        return fits_ && !transform_.fourier().convolution() && (plan_.numbers & (plan_.numbers - 1)) == 0;
    }

    LineTransform transform_;
    LinesPlan plan_;
    int bits_ = 4;
    bool fits_ = true;         // into the memory that threads share
    Buffer<Complex> numbers_;  // tables
    Buffer<int> places_;
};

}  // namespace whorl

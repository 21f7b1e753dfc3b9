#pragma once
// The transforms of poisson/line.hpp on a GPU, to the bits of the host: a block of threads takes a bundle of 32 lines,
// or a part of one, into the memory that its threads share.

#include "poisson/line_transform.hpp"

namespace whorl {

/// A transform, with its tables in the memory of a device.
struct LinesPlan {
    struct Pass {
        int radix, then, length, turns, then_turns;  // `then`: that of the next stage, done at once, or 1
    };
    static constexpr int most_passes = 20;  // a factor 3 each, in the worst case

    Line line;
    int numbers = 0;  // that the passes transform: those of the line, or of a longer one that does a convolution
    int passes = 0;
    Pass pass[most_passes] = {};
    const Complex *turns = nullptr, *halves = nullptr;  // of the passes, and by pi k / 2 length
    const int* places = nullptr;                        // of waves
    const Complex *chirp = nullptr, *filter[2] = {};    // of the convolution, if there is one
};

/// Number j of each of 2^bits lines beside each other. Where threads look at many numbers of one line, as at many
/// lines, they are to find them in different banks of memory.
template <bool turns>
struct NumbersApart {
    int bits;
    WHORL_HD constexpr int operator()(int j, int line) const { return (j << bits) + (line ^ turn(j)); }
    WHORL_HD constexpr int turn(int j) const {
        if constexpr (!turns) return 0;
        return (j ^ j >> 4 ^ j >> 8 ^ j >> 12) & ((1 << bits) - 1);
    }
};

/// All lines of a box along one axis, there or back, from and to fields. `twos`: of a length that is a power of two;
/// two stages are then done in registers at a time, and places found without divisions.
template <int D, bool back, bool along_x, bool twos>
struct TransformLines {
    static constexpr int blocks_at_once = twos ? 3 : 2;  // see core/occupancy.hpp
    LinesPlan plan;
    Box<D> box;
    int axis, beside, bits;  // lines in a block, as real parts: 2^bits
    const float* from;
    float factor, mean;
    float* to;

    static constexpr int lanes = LineTransform::lanes, half = lanes / 2;
    using Apart = NumbersApart<along_x>;

    int blocks() const {
        int count = half >> bits;
        count *= bundles();
        if constexpr (D == 3) count *= box.extent(other());
        return count;
    }
    WHORL_HD int bundles() const { return (box.extent(beside) + lanes - 1) / lanes; }
    WHORL_HD int other() const { return 3 - axis - beside; }

    template <class Block>
    WHORL_HD void operator()(const Block& block, int number, Complex* z) const {
        const int parts = half >> bits, part = number % parts;
        number /= parts;
        const int bundle = number % bundles();
        Index<D> i = box.lo;
        i[beside] += bundle * lanes + (part << bits);
        if constexpr (D == 3) i[other()] += number / bundles();
        const Here here{box.cell(i).at, box.hi[beside] - i[beside]};
        if (!back || plan.line.kind == Line::Kind::period) {
            if (is_plain()) {
                transform<false, twos>(block, here, z);
                each_wave(
                    block, [&](int k, int l) { return waves_at(z, k, l); },
                    [&](int k, int l, const Line::Pair& found) { store_plain(here, k, l, found); });
            } else {
                take_values(block, here, z);
                transform<false, false>(block, here, z);
                each_wave(
                    block, [&](int k, int l) { return waves_at(z, k, l); },
                    [&](int k, int l, const Line::Pair& found) { store_waves(here, k, l, found); });
            }
        } else {
            if (is_plain()) {
                each_wave(
                    block, [&](int k, int l) { return load_plain(here, k, l); },
                    [&](int k, int l, const Line::Pair& loaded) { put_plain(z, k, l, loaded); });
                block.wait();
                transform<true, twos>(block, here, z);
            } else {
                each_wave(
                    block, [&](int k, int l) { return load_waves(here, k, l); },
                    [&](int k, int l, const Line::Pair& loaded) { put_waves(z, k, l, loaded); });
                block.wait();
                transform<true, false>(block, here, z);
                give_values(block, here, z);
            }
        }
        block.wait();
    }

  private:
    struct Here {
        int at, lines;  // where the first line of the block begins, and how many there are from it on
    };

    /// Items of all lines as threads take them: those beside each other have values that are beside each other in
    /// memory.
    struct Items {
        int count;   // of a line
        int bits;    // lines
        int across;  // bits as well: along x, the items that threads take before they change the line
        WHORL_HD Items(int all, int line_bits) : count(all), bits(line_bits), across(5) {
            while (across > 0 && 1 << across > count) --across;
        }
        WHORL_HD int total() const { return along_x ? (((count - 1) >> across) + 1) << (across + bits) : count << bits; }
        struct Item {
            int j, line;
        };
        WHORL_HD Item operator()(int k) const {
            const int mask = (1 << bits) - 1;
            if constexpr (!along_x) return {k >> bits, k & mask};
            const int rest = k >> across;
            return {((rest >> bits) << across) + (k & ((1 << across) - 1)), rest & mask};
        }
    };
    /// use(j, line, find(j, line)) for j < count: a thread finds so many before it uses the first, so that none waits
    /// for another.
    template <int at_once, class Block, class Find, class Use>
    WHORL_HD void each(const Block& block, int count, const Find& find, const Use& use) const {
        const Items items(count, bits);
        for (int first = block.thread; first < items.total(); first += at_once * Block::threads) {
            decltype(find(0, 0)) found[at_once];
            for (int r = 0; r < at_once; ++r)
                if (const auto [j, l] = items(first + r * Block::threads); j < count) found[r] = find(j, l);
            for (int r = 0; r < at_once; ++r)
                if (const auto [j, l] = items(first + r * Block::threads); j < count) use(j, l, found[r]);
        }
    }

    /// The same for the waves of a complex line that have others of the opposite sign, and those that have none.
    template <class Block, class Find, class Use>
    WHORL_HD void each_wave(const Block& block, const Find& find, const Use& use) const {
        const int length = plan.line.length;
        each<4>(block, (length + 1) / 2, find, use);
        if (length % 2 == 0 && block.thread < 1 << bits) use(length / 2, block.thread, find(length / 2, block.thread));
    }
    /// Whether numbers are values. It is asked once for many, so that loads need not wait for the answer.
    WHORL_HD bool is_plain() const { return twos && plan.line.kind == Line::Kind::fourier; }

    /// Of two lines, one of which may not be there: its values are those of a line of zeros.
    WHORL_HD Complex value(const Here& here, int j, int l) const {
        const int at = here.at + j * box.step[axis] + l * box.step[beside];
        const float re = l < here.lines ? from[at] : 0.0f,
                    im = l + half < here.lines ? from[at + half * box.step[beside]] : 0.0f;
        return {re * factor - mean, im * factor - mean};
    }
    WHORL_HD void put(const Here& here, int j, int l, Complex v) const {
        const int at = here.at + j * box.step[axis] + l * box.step[beside];
        if (l < here.lines) to[at] = v.re;
        if (l + half < here.lines) to[at + half * box.step[beside]] = v.im;
    }

    /// From the values of the real lines to the numbers of the complex ones, and back.
    template <class Block>
    WHORL_HD void take_values(const Block& block, const Here& here, Complex* z) const {
        const Line& line = plan.line;
        const Apart apart{bits};
        for (int k = 0; k < line.zeros(); ++k)
            if (block.thread < 1 << bits) z[apart(line.zero(k), block.thread)] = {0, 0};
        each<4>(
            block, line.n, [&](int j, int l) { return value(here, line.value(j), l); },
            [&](int j, int l, Complex v) {
                const Line::Place own = line.place(j);
                z[apart(own.number, l)] = own.sign * v;
                if (!line.has_images()) return;
                const Line::Place image = line.image(j);
                z[apart(image.number, l)] = image.sign * v;
            });
        block.wait();
    }
    template <class Block>
    WHORL_HD void give_values(const Block& block, const Here& here, const Complex* z) const {
        const Line& line = plan.line;
        each<4>(
            block, line.n,
            [&](int j, int l) {
                const Line::Place own = line.place(j);
                return own.sign * z[Apart{bits}(own.number, l)];
            },
            [&](int j, int l, Complex v) { put(here, line.value(j), l, v); });
    }

    /// Wave k of the complex line and its mirror.
    WHORL_HD Line::Pair waves_at(const Complex* z, int k, int l) const {
        const Apart apart{bits};
        const int mirror = k == 0 ? 0 : plan.line.length - k;
        return {z[apart(plan.places[k], l)], z[apart(plan.places[mirror], l)]};
    }
    /// What follows from them.
    WHORL_HD void store_plain(const Here& here, int k, int l, const Line::Pair& found) const {
        const Line& line = plan.line;
        const auto [cosine, sine] = line.fourier_there(found.first, found.second);
        put(here, k, l, cosine);
        if (line.has_sine(k)) put(here, line.n - k, l, sine);
    }
    WHORL_HD void store_waves(const Here& here, int k, int l, const Line::Pair& found) const {
        const Line& line = plan.line;
        const int mirror = k == 0 ? 0 : line.length - k;
        const auto [w, m] = found;
        if (line.kind == Line::Kind::period) {
            if (k >= 1 && k <= line.n) put(here, k - 1, l, back ? Line::period_back(w) : line.period_there(w));
            return;
        }
        if (line.kind == Line::Kind::fourier) return store_plain(here, k, l, found);
        if (const int own = line.wave(k); own >= 0) put(here, own, l, line.cosine_there(plan.halves[k], w, m));
        if (mirror == k || k == 0) return;
        if (const int own = line.wave(mirror); own >= 0)
            put(here, own, l, line.cosine_there(plan.halves[mirror], m, w));
    }

    /// The waves of the real lines from which wave k and its mirror follow.
    WHORL_HD Line::Pair load_plain(const Here& here, int k, int l) const {
        const Line& line = plan.line;
        return {value(here, k, l), value(here, line.has_sine(k) ? line.n - k : k, l)};
    }
    WHORL_HD Line::Pair load_waves(const Here& here, int k, int l) const {
        const Line& line = plan.line;
        if (line.kind == Line::Kind::fourier) return load_plain(here, k, l);
        const auto wave = [&](int of) {
            const int own = line.wave(of);
            return own < 0 ? Complex{0, 0} : value(here, own, l);
        };
        return {wave(k), wave(line.length - k)};
    }
    WHORL_HD void put_plain(Complex* z, int k, int l, const Line::Pair& loaded) const {
        const Line& line = plan.line;
        const Apart apart{bits};
        const auto [wave, mirror] = Line::fourier_back(loaded.first, loaded.second, line.has_sine(k));
        z[apart(plan.places[k == 0 ? 0 : line.length - k], l)] = mirror;
        z[apart(plan.places[k], l)] = wave;
    }
    WHORL_HD void put_waves(Complex* z, int k, int l, const Line::Pair& loaded) const {
        const Line& line = plan.line;
        if (line.kind == Line::Kind::fourier) return put_plain(z, k, l, loaded);
        const Apart apart{bits};
        const int mirror = k == 0 ? 0 : line.length - k;
        const auto [x, m] = loaded;
        Complex &to_wave = z[apart(plan.places[k], l)], &to_mirror = z[apart(plan.places[mirror], l)];
        to_wave = Line::cosine_back(plan.halves[k], x, m);
        if (mirror != k && k > 0) to_mirror = Line::cosine_back(plan.halves[mirror], m, x);
    }

    /// Of the numbers of all lines. `in_field`: the first pass finds them in the field, or the last one back puts them
    /// there.
    template <bool inverse, bool in_field, class Block>
    WHORL_HD void transform(const Block& block, const Here& here, Complex* z) const {
        if (twos || !plan.chirp) return run<inverse, in_field>(block, here, z);
        const int n = plan.line.length;
        const auto all = [&](const auto& f) {
            const Apart apart{bits};
            for (int k = block.thread; k < plan.numbers << bits; k += Block::threads)
                f(k >> bits, z[apart(k >> bits, k & ((1 << bits) - 1))]);
            block.wait();
        };
        const auto chirp = [&](int j, Complex& v) {
            v = j < n ? turned(v, inverse ? conjugate(plan.chirp[j]) : plan.chirp[j]) : Complex{0, 0};
        };
        all(chirp);
        run<false, false>(block, here, z);
        all([&](int j, Complex& v) { v = turned(v, plan.filter[inverse][j]); });
        run<true, false>(block, here, z);
        all(chirp);
    }
    template <bool inverse, bool in_field, class Block>
    WHORL_HD void run(const Block& block, const Here& here, Complex* z) const {
        for (int s = 0; s < plan.passes; ++s) {
            const int number = inverse ? plan.passes - 1 - s : s;
            const LinesPlan::Pass& p = plan.pass[number];
            if (in_field && number == 0)
                pass<inverse, true>(block, here, p, z);
            else
                pass<inverse, false>(block, here, p, z);
            block.wait();
        }
    }
    template <bool inverse, bool in_field, class Block>
    WHORL_HD void pass(const Block& block, const Here& here, const LinesPlan::Pass& p, Complex* z) const {
        if constexpr (twos) {
            if (p.radix == 2)
                Pass<2, 1, inverse, in_field>{*this, here, p, z}(block);
            else if (p.then == 4)
                Pass<4, 4, inverse, in_field>{*this, here, p, z}(block);
            else if (p.then == 2)
                Pass<4, 2, inverse, in_field>{*this, here, p, z}(block);
            else
                Pass<4, 1, inverse, in_field>{*this, here, p, z}(block);
        } else {
            if (p.radix == 2)
                Pass<2, 1, inverse, in_field>{*this, here, p, z}(block);
            else if (p.radix == 3)
                Pass<3, 1, inverse, in_field>{*this, here, p, z}(block);
            else if (p.radix == 4)
                Pass<4, 1, inverse, in_field>{*this, here, p, z}(block);
            else
                Pass<5, 1, inverse, in_field>{*this, here, p, z}(block);
        }
    }
    /// A thread takes radix * then numbers of a line, which meet no others in both stages.
    template <int radix, int then, bool inverse, bool in_field>
    struct Pass {
        const TransformLines& of;
        const Here& here;
        const LinesPlan::Pass& p;
        Complex* z;

        template <class Block>
        WHORL_HD void operator()(const Block& block) const {
            constexpr int count = radix * then;
            const int part = p.length / count, line_bits = of.bits;
            const Apart apart{line_bits};
            const Items items(of.plan.numbers / count, line_bits);
            const int total = in_field ? items.total() : items.count << line_bits;
            for (int k = block.thread; k < total; k += Block::threads) {
                const auto item = in_field ? items(k) : typename Items::Item{k >> line_bits, k & ((1 << line_bits) - 1)};
                const int among = item.j, l = item.line;
                if (in_field && among >= items.count) continue;
                const int q = twos ? among & (part - 1) : among % part, first = (among - q) * count + q;
                const int base = first << line_bits, turned_line = l ^ apart.turn(first);
                const auto place = [&](int s) {
                    // What is the same for all threads is found once.
                    if constexpr (twos)
                        return base + ((s * part) << line_bits) + (turned_line ^ apart.turn(s * part));
                    else
                        return apart(first + s * part, l);
                };
                const Complex* const turns = of.plan.turns + p.turns + q * (radix - 1);
                const Complex* const next = of.plan.turns + p.then_turns + q * (then - 1);
                // Number r + then s of these: s counts in the first stage, r in the next.
                Complex a[count];
                for (int s = 0; s < count; ++s) {
                    if constexpr (in_field && !inverse)
                        a[s] = of.value(here, first + s * part, l);
                    else
                        a[s] = z[place(s)];
                }
                const auto first_stage = [&] {
                    for (int r = 0; r < then; ++r) {
                        Complex b[radix];
                        for (int s = 0; s < radix; ++s) b[s] = a[r + then * s];
                        butterfly<radix, inverse>(b, turns + r * part * (radix - 1));
                        for (int s = 0; s < radix; ++s) a[r + then * s] = b[s];
                    }
                };
                const auto next_stage = [&] {
                    if constexpr (then > 1)
                        for (int s = 0; s < radix; ++s) butterfly<then, inverse>(a + then * s, next);
                };
                if constexpr (inverse)
                    next_stage(), first_stage();
                else
                    first_stage(), next_stage();
                for (int s = 0; s < count; ++s) {
                    if constexpr (in_field && inverse)
                        of.put(here, first + s * part, l, a[s]);
                    else
                        z[place(s)] = a[s];
                }
            }
        }
    };
};

}  // namespace whorl

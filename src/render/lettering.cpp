#include "render/lettering.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "render/colour.hpp"

namespace whorl::render {

namespace {

/// A letter: strokes with blanks between, each a row of points of two digits, x and y. Letters stand on y = 2; small
/// ones reach to 6, digits to 8, and tails hang to 0. A stroke after `c` is the curve that these points pull towards
/// them, after `o` a closed one.
struct Glyph {
    char letter;
    const char* strokes;
};

constexpr Glyph glyphs[] = {
    {'0', "o02424808"},
    {'1', "062822"},
    {'2', "c0608484502 0242"},
    {'3', "c0708484515 c1545420203"},
    {'4', "32380444"},
    {'5', "480805 c0546420203"},
    {'6', "c380804 o02424606"},
    {'7', "084812"},
    {'8', "o05454808 o02424505"},
    {'9', "o04444808 c124246"},
    {'-', "0545"},
    {'+', "0545 2327"},
    {'.', "0202"},
    {'/', "0149"},
    {'(', "c29070321"},
    {')', "c09272301"},
    {'_', "0141"},
    {'a', "o02424606 4642"},
    {'b', "0802 o02424606"},
    {'c', "c454606024243"},
    {'d', "4842 o02424606"},
    {'e', "0444 c444606024243"},
    {'f', "c381815 1512 0636"},
    {'g', "o02424606 4642 c42400001"},
    {'h', "0802 c04064644 4442"},
    {'i', "0602 0808"},
    {'j', "2622 c222000 2828"},
    {'k', "0802 3604 1542"},
    {'l', "0802"},
    {'m', "0602 c04063634 3432 c34366664 6462"},
    {'n', "0602 c04064644 4442"},
    {'o', "o02424606"},
    {'p', "0600 o02424606"},
    {'q', "4640 o02424606"},
    {'r', "0602 c040636"},
    {'s', "c4546060444420203"},
    {'t', "1814 c141232 0636"},
    {'u', "0604 c04024244 4642"},
    {'v', "062246"},
    {'w', "0622354266"},
    {'x', "0642 0246"},
    {'y', "0622 4610"},
    {'z', "06460242"},
};

struct Place {
    float x, y;
};
struct Segment {
    Place from, to;
};

/// The curve of a polygon, by cutting its corners again and again (Chaikin 1974).
std::vector<Place> rounded(std::vector<Place> points, bool closed) {
    for (int i = 0; i < 4; ++i) {
        std::vector<Place> cut;
        const std::size_t n = points.size(), edges = closed ? n : n - 1;
        if (!closed) cut.push_back(points.front());
        for (std::size_t e = 0; e < edges; ++e) {
            const Place a = points[e], b = points[(e + 1) % n];
            cut.push_back({0.75f * a.x + 0.25f * b.x, 0.75f * a.y + 0.25f * b.y});
            cut.push_back({0.25f * a.x + 0.75f * b.x, 0.25f * a.y + 0.75f * b.y});
        }
        if (!closed) cut.push_back(points.back());
        points = std::move(cut);
    }
    if (closed) points.push_back(points.front());
    return points;
}

constexpr float narrow = 0.82f;  // x units are shorter than y units
constexpr float gap = 1.55f, blank = 2.6f;

/// The strokes of a text from x = 0 on, baseline at y = 0, y up, in units of a sixth of a digit; and its width.
struct Written {
    std::vector<Segment> segments{};
    float width = 0;
};

void write_letter(Written& w, const char* strokes, float scale, float raised) {
    float widest = 0;
    for (const char* s = strokes; *s;) {
        const bool closed = *s == 'o', curved = closed || *s == 'c';
        if (curved) ++s;
        std::vector<Place> points;
        for (; *s && *s != ' '; s += 2) {
            const float x = narrow * scale * static_cast<float>(s[0] - '0');
            points.push_back({w.width + x, raised + scale * static_cast<float>(s[1] - '2')});
            widest = whorl::max(widest, x);
        }
        if (*s == ' ') ++s;
        if (curved) points = rounded(std::move(points), closed);
        for (std::size_t i = 0; i + 1 < points.size(); ++i) w.segments.push_back({points[i], points[i + 1]});
    }
    w.width += widest + gap * scale;
}

Written written(std::string_view text) {
    Written w;
    bool small = false;
    for (char letter : text) {
        if (letter == '^') {
            small = true;
            continue;
        }
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
        const auto* glyph =
            std::find_if(std::begin(glyphs), std::end(glyphs), [&](const Glyph& g) { return g.letter == letter; });
        if (glyph != std::end(glyphs))
            write_letter(w, glyph->strokes, small ? 0.62f : 1, small ? 3.2f : 0);
        else
            w.width += blank;
        small = false;
    }
    w.width = whorl::max(w.width - gap, 0.0f);
    return w;
}

float distance(Place p, const Segment& s) {
    const float dx = s.to.x - s.from.x, dy = s.to.y - s.from.y, px = p.x - s.from.x, py = p.y - s.from.y;
    const float square = dx * dx + dy * dy;
    const float t = square > 0 ? whorl::clamp((px * dx + py * dy) / square, 0, 1) : 0;
    return std::hypot(px - t * dx, py - t * dy);
}

}  // namespace

float text_width(std::string_view text, float size) { return written(text).width * size / 6; }

void write_text(Image& image, std::string_view text, float x, float y, float size, Colour ink) {
    const float unit = size / 6, pen = 0.5f * whorl::max(1.15f, 0.135f * size);
    const Written w = written(text);
    const int reach = static_cast<int>(pen) + 2;
    const int left = std::max(0, static_cast<int>(x) - reach),
              right = std::min(image.width, static_cast<int>(x + w.width * unit) + reach + 1);
    const int top = std::max(0, static_cast<int>(y - 7 * unit) - reach),
              bottom = std::min(image.height, static_cast<int>(y + 2 * unit) + reach + 1);
    for (int j = top; j < bottom; ++j)
        for (int i = left; i < right; ++i) {
            const Place p{(static_cast<float>(i) + 0.5f - x) / unit, (y - static_cast<float>(j) - 0.5f) / unit};
            float nearest = INFINITY;
            for (const Segment& s : w.segments) nearest = whorl::min(nearest, distance(p, s));
            const float cover = whorl::clamp(0.5f + pen - nearest * unit, 0, 1);
            if (cover > 0) image.set(i, j, mix(image.at(i, j), ink, cover));
        }
}

}  // namespace whorl::render

#pragma once
// Scenes with a mistake or a few in them, as people, editors and bad disks make them.

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace whorl {

class Mutator {
  public:
    explicit Mutator(unsigned seed) : random_(seed) {}

    /// A text with one to three changes.
    std::string operator()(std::string text) {
        for (std::size_t n = 1 + below(3); n > 0; --n) text = changed(text);
        return text;
    }

  private:
    std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }
    template <class T>
    const T& any(const std::vector<T>& of) {
        return of[below(of.size())];
    }

    std::string changed(const std::string& text) {
        switch (below(12)) {
            case 0: return with_lines(text, [&](Lines& l) { l.erase(l.begin() + at(l)); });
            case 1: return with_lines(text, [&](Lines& l) { l.insert(l.begin() + at(l), any(Lines(l))); });
            case 2: return with_lines(text, [&](Lines& l) { std::swap(l[below(l.size())], l[below(l.size())]); });
            case 3: case 4: case 5: return with_number(text);
            case 6: return misspelt(text);
            case 7: return text.substr(0, below(text.size()));
            case 8: return with_bytes(text);
            case 9: return with_value(text);
            case 10: return with_broken_formula(text);
            default: return without_a_sign(text);
        }
    }

    using Lines = std::vector<std::string>;
    std::ptrdiff_t at(const Lines& l) { return static_cast<std::ptrdiff_t>(below(l.size())); }
    template <class Change>
    static std::string with_lines(const std::string& text, Change change) {
        Lines lines{""};
        for (const char c : text) c == '\n' ? lines.emplace_back() : lines.back() += c, void();
        change(lines);
        std::string joined;
        for (const std::string& line : lines) joined += line + "\n";
        return joined;
    }

    /// The places where a run of such letters starts, and how long it is.
    template <class Is>
    static std::vector<std::pair<std::size_t, std::size_t>> runs(const std::string& text, Is is) {
        std::vector<std::pair<std::size_t, std::size_t>> all;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (!is(text[i])) continue;
            if (all.empty() || all.back().first + all.back().second != i) all.emplace_back(i, 0);
            ++all.back().second;
        }
        return all;
    }
    static bool digit(char c) { return (c >= '0' && c <= '9') || c == '.'; }
    static bool letter(char c) { return (c >= 'a' && c <= 'z') || c == '_' || c == '-'; }

    std::string with_number(std::string text) {
        const auto numbers = runs(text, digit);
        if (numbers.empty()) return text;
        const auto [from, size] = any(numbers);
        // None of them is allowed for what costs time or memory alone: steps_per_frame, pixels, samples.
        return text.replace(from, size, any(Lines{"1e300", "-1", "1e-300", "nan", "inf", "-inf", "99999999999999999999",
                                                  "4294967297", "0", "-0.0", "\"\"", "\"a word\"", "true", "[]", "{}", "1e9",
                                                  "0x7fffffff", "1979-05-27", "\"1/0\"", "\"x/0\"", "[1, [2]]", "-1e-40"}));
    }
    std::string misspelt(std::string text) {
        const auto words = runs(text, letter);
        if (words.empty()) return text;
        const auto [from, size] = any(words);
        const std::size_t k = from + below(size);
        switch (below(4)) {
            case 0: return text.erase(k, 1);
            case 1: return text.insert(k, 1, static_cast<char>('a' + below(26)));
            case 2: return text.replace(k, 1, 1, static_cast<char>('a' + below(26)));
            default: return text.replace(from, size, any(Lines{"smoke", "heat", "velocity", "time", "x", "wall", "inflow"}));
        }
    }
    std::string with_bytes(std::string text) {
        std::string bytes;
        for (std::size_t n = 1 + below(8); n > 0; --n) bytes += static_cast<char>(below(256));
        return text.insert(below(text.size()), bytes);
    }
    /// Another value behind some equals sign.
    std::string with_value(std::string text) {
        const auto signs = runs(text, [](char c) { return c == '='; });
        if (signs.empty()) return text;
        const std::size_t from = any(signs).first + 1, to = std::min(text.find('\n', from), text.size());
        return text.replace(from, to - from, any(Lines{" 3", " -7.5", " true", " \"word\"", " []", " {}", " [1, 2, 3]", " nan",
                                                       " [\"x\", \"y\", \"z\"]", " { sphere = { radius = -1 } }", " ''", "",
                                                       " \"t/(t-0.02)\"", " [[[[[[[[]]]]]]]]", " { a = { b = { c = 1 } } }"}));
    }
    std::string with_broken_formula(std::string text) {
        const auto quotes = runs(text, [](char c) { return c == '"'; });
        if (quotes.empty()) return text;
        return text.insert(any(quotes).first + 1,
                           any(Lines{"(", ")", "1/0*", "log(-1)+", "sqrt(x-9)*", "foo(", "x y ", "+*", "q+", "1e400*", "t^-1+",
                                     "1/(t-0.0208333)+", "((((((((((((((((((((", "?", ":", ",", "exp(1e9*t)+", "\\"}));
    }
    std::string without_a_sign(std::string text) {
        const auto signs = runs(text, [](char c) { return std::string_view("[]{}=\",#.\n").find(c) != std::string_view::npos; });
        if (signs.empty()) return text;
        return text.erase(any(signs).first, 1);
    }

    std::mt19937 random_;
};

}  // namespace whorl

#include "run/json.hpp"

#include <cmath>
#include <cstdio>

namespace whorl {

namespace {

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (static_cast<unsigned char>(c) < 0x20) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
            out += escape;
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::string number(double value) {
    if (!std::isfinite(value)) return "null";  // JSON has no word for it
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

}  // namespace

void Json::begin(std::string_view key) {
    if (!first_) text_ += ',';
    if (!closing_.empty()) text_ += "\n" + std::string(2 * closing_.size(), ' ');
    if (!key.empty()) text_ += quoted(key) + ": ";
    first_ = false;
}

Json& Json::raw(std::string_view key, const std::string& value) {
    begin(key);
    text_ += value;
    return *this;
}

Json& Json::open(std::string_view key) {
    begin(key);
    text_ += '{', closing_ += '}', first_ = true;
    return *this;
}

Json& Json::open_list(std::string_view key) {
    begin(key);
    text_ += '[', closing_ += ']', first_ = true;
    return *this;
}

Json& Json::close() {
    const char end = closing_.back();
    closing_.pop_back();
    if (!first_) text_ += "\n" + std::string(2 * closing_.size(), ' ');
    text_ += end;
    first_ = false;
    return *this;
}

Json& Json::member(std::string_view key, double value) { return raw(key, number(value)); }
Json& Json::member(std::string_view key, std::int64_t value) { return raw(key, std::to_string(value)); }
Json& Json::member(std::string_view key, bool value) { return raw(key, value ? "true" : "false"); }
Json& Json::member(std::string_view key, std::string_view value) { return raw(key, quoted(value)); }
Json& Json::member(std::string_view key, const std::vector<double>& values) {
    std::string list = "[";
    for (const double v : values) list += (list.size() > 1 ? ", " : "") + number(v);
    return raw(key, list + "]");
}

}  // namespace whorl

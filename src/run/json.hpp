#pragma once
// JSON for people to read: one member a line, short lists on one.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace whorl {

class Json {
  public:
    Json& open(std::string_view key = {});        // {
    Json& open_list(std::string_view key = {});   // [
    Json& close();
    Json& member(std::string_view key, double value);
    Json& member(std::string_view key, std::int64_t value);
    Json& member(std::string_view key, int value) { return member(key, std::int64_t{value}); }
    Json& member(std::string_view key, bool value);
    Json& member(std::string_view key, std::string_view value);
    Json& member(std::string_view key, const char* value) { return member(key, std::string_view(value)); }
    Json& member(std::string_view key, const std::vector<double>& values);
    /// What was written; all that was opened must be closed.
    std::string text() const { return text_ + "\n"; }

  private:
    void begin(std::string_view key);
    Json& raw(std::string_view key, const std::string& value);
    std::string text_;
    std::string closing_;  // of what is open
    bool first_ = true;
};

}  // namespace whorl

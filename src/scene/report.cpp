#include "scene/report.hpp"

#include <algorithm>

namespace whorl::scene {

void Report::error(Place at, std::string text) {
    ++count_;
    Entry entry{at, std::move(text)};
    if (std::find(errors_.begin(), errors_.end(), entry) != errors_.end()) return;
    if (errors_.size() == most)
        ++left_out_;
    else
        errors_.push_back(std::move(entry));
}

bool Report::has(Place line) const {
    return std::any_of(errors_.begin(), errors_.end(),
                       [&](const Entry& e) { return e.at.set == line.set && e.at.line == line.line; });
}

void Report::warning(Place at, std::string text) {
    if (warnings_.size() < most) warnings_.push_back({at, std::move(text)});
}

std::vector<std::string> Report::sorted(std::vector<Entry> entries, const std::string& file,
                                        const std::vector<Override>& overrides) {
    std::sort(entries.begin(), entries.end());
    std::vector<std::string> all;
    for (const auto& [at, text] : entries) {
        if (at.set >= 0) {
            const Override& o = overrides[static_cast<std::size_t>(at.set)];
            all.push_back("--set " + o.key + "=" + o.value + ": " + text);
        } else {
            all.push_back(file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + text);
        }
    }
    return all;
}

std::vector<std::string> Report::warnings(const std::string& file, const std::vector<Override>& overrides) const {
    return sorted(warnings_, file, overrides);
}

void Report::throw_if_any(const std::string& file, const std::vector<Override>& overrides) const {
    if (errors_.empty()) return;
    std::string all;
    for (const std::string& line : sorted(errors_, file, overrides)) all += line + "\n";
    if (left_out_ > 0) all += file + ": and " + std::to_string(left_out_) + " more errors\n";
    all.pop_back();  // the last line break
    throw Error(all);
}

}  // namespace whorl::scene

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

void Report::throw_if_any(const std::string& file, const std::vector<Override>& overrides) const {
    if (errors_.empty()) return;
    std::vector<Entry> sorted = errors_;
    std::sort(sorted.begin(), sorted.end());
    std::string all;
    for (const auto& [at, text] : sorted) {
        if (at.set >= 0) {
            const Override& o = overrides[static_cast<std::size_t>(at.set)];
            all += "--set " + o.key + "=" + o.value + ": " + text + "\n";
        } else {
            all += file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + text + "\n";
        }
    }
    if (left_out_ > 0) all += file + ": and " + std::to_string(left_out_) + " more errors\n";
    all.pop_back();  // the last line break
    throw Error(all);
}

}  // namespace whorl::scene

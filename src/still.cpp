// A moment of a simulation, kept.

#include "whorl/still.hpp"

#include "engine.hpp"

namespace whorl {

Still::Still() = default;
Still::~Still() = default;
Still::Still(Still&&) noexcept = default;
Still& Still::operator=(Still&&) noexcept = default;

void Still::take(const Simulation& fluid, const std::vector<std::string>& fields) { fluid.engine_->take(memory_, fields); }

const StillMemory& Still::taken() const {
    if (!memory_) throw Error("nothing was taken into this still; call take with a simulation first");
    return *memory_;
}

const Settings& Still::settings() const { return *taken().settings; }
double Still::time() const { return taken().time; }
std::array<int, 3> Still::cells() const { return taken().cells; }
Vec3 Still::spacing() const { return taken().spacing; }

FieldView Still::field(std::string_view quantity) const { return found(quantity, -1); }
FieldView Still::velocity(int axis) const { return found("velocity", axis); }
FieldView Still::openness(int axis) const { return found("openness", axis); }

FieldView Still::found(std::string_view name, int axis) const {
    const auto& kept = taken().kept;
    for (std::size_t k = 0; k < kept.size(); ++k) {
        if (kept[k].name != name || kept[k].axis != axis) continue;
        FieldView view = kept[k].view;
        view.data = memory_->values(k) + kept[k].first;
        return view;
    }
    std::string there;
    for (const auto& one : kept)
        if (one.axis <= 0) there += (there.empty() ? "\"" : ", \"") + one.name + "\"";
    const std::string along = axis < 0 ? "" : " along axis " + std::to_string(axis);
    throw Error("\"" + std::string(name) + "\"" + along + " was not taken into this still, which has " +
                (there.empty() ? "nothing" : there) + "; name it when it is taken");
}

}  // namespace whorl

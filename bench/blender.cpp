#include "blender.hpp"

#include <sstream>
#include <stdexcept>
#include <vector>

#include "programs.hpp"
#include "stopwatch.hpp"

namespace bench {

bool blender_is_there() { return on_path("blender"); }

BlenderRun bake_in_blender(int cells_per_side, int rise, int frames, int threads) {
    const int last = rise + frames + 1;  // the time of the last frame has what ends a bake in it
    std::ostringstream command;
    command << "blender --background --factory-startup --threads " << threads << " --python-exit-code 1 --python "
            << beside_this_program("whorl-bench-blender.py") << " -- " << cells_per_side << ' ' << last << " 2>&1";

    BlenderRun run;
    std::vector<double> whole, step, pressure;
    std::istringstream lines(output_of(command.str()));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string what;
        words >> what;
        if (what == "Blender" && run.version.empty()) {
            words >> run.version;
        } else if (what == "frame") {
            int number = 0;
            double all = 0, own = 0, solving = 0;
            words >> number >> all >> own >> solving;
            if (!words || number <= rise || number == last) continue;
            whole.push_back(all), step.push_back(own), pressure.push_back(solving);
        } else if (what == "cells") {
            for (int n = 0; words >> n;)
                if (n != cells_per_side) throw std::runtime_error("Blender made another grid: " + line);
        }
    }
    if (static_cast<int>(whole.size()) != frames || !(median(step) > 0))
        throw std::runtime_error("cannot read what this printed: " + command.str());
    run.ms = median(whole), run.step_ms = median(step), run.pressure_ms = median(pressure);
    return run;
}

}  // namespace bench

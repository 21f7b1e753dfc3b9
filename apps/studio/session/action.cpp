#include <session/action.hpp>

#include <cstdio>
#include <sstream>

#include <whorl/scene.hpp>

namespace studio {

namespace {

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;  // clang 14 does not find it by itself

std::string number(double x) {
    char text[40];
    std::snprintf(text, sizeof text, " %.17g", x);
    return text;
}
std::string numbers(Vec3 v) { return number(v.x) + number(v.y) + number(v.z); }

/// The words of one line, taken one by one.
class Words {
  public:
    explicit Words(const std::string& line) : line_(line), words_(line) {}
    std::string word(const char* what) {
        std::string one;
        if (!(words_ >> one)) throw whorl::Error("\"" + line_ + "\": " + what + " is missing");
        return one;
    }
    double number(const char* what) {
        const std::string one = word(what);
        char* end = nullptr;
        const double value = std::strtod(one.c_str(), &end);  // not >>, which refuses nan: a stroke of it does nothing
        if (*end != '\0') throw whorl::Error("\"" + line_ + "\": " + what + " is \"" + one + "\"; give a number");
        return value;
    }
    Vec3 vector(const char* what) {
        const double x = number(what), y = number(what), z = number(what);
        return {x, y, z};
    }
    std::string rest(const char* what) {
        std::string all;
        std::getline(words_ >> std::ws, all);
        if (all.empty()) throw whorl::Error("\"" + line_ + "\": " + what + " is missing");
        return all;
    }
    void end() {
        std::string more;
        if (words_ >> more) throw whorl::Error("\"" + line_ + "\": \"" + more + "\" is too much");
    }

  private:
    std::string line_;
    std::istringstream words_;
};

/// The first word of a line, and what follows it.
struct Form {
    const char* word;
    Action (*read)(Words&);
};
const Form forms[] = {
    {"open",
     [](Words& w) -> Action {
         const int cells = static_cast<int>(w.number("the number of cells"));
         return Open{w.rest("the name of the scene"), "", cells};
     }},
    {"stroke",
     [](Words& w) -> Action {
         Stroke s;
         s.brush = w.word("the brush");
         s.from = w.vector("where it begins"), s.to = w.vector("where it ends");
         s.radius = w.number("the radius"), s.amount = w.number("the amount");
         s.colour = w.vector("the colour"), s.push = w.vector("the push");
         return s;
     }},
    {"begin", [](Words&) -> Action { return Begin{}; }},
    {"undo", [](Words&) -> Action { return Undo{}; }},
    {"tune",
     [](Words& w) -> Action {
         const std::string name = w.word("the name");
         return Tune{name, w.number("the value")};
     }},
    {"nudge",
     [](Words& w) -> Action {
         const std::string name = w.word("the name");
         const double factor = w.number("the factor");
         return Nudge{name, factor, w.number("the difference")};
     }},
    {"switch",
     [](Words& w) -> Action {
         const std::string name = w.word("the name");
         return Switch{name, w.number("the value")};
     }},
    {"reset", [](Words&) -> Action { return Reset{}; }},
    {"still", [](Words&) -> Action { return Still{}; }},
    {"clear", [](Words&) -> Action { return Clear{}; }},
    {"keep", [](Words& w) -> Action { return Keep{w.rest("the name")}; }},
    {"restore", [](Words& w) -> Action { return Restore{w.rest("the name")}; }},
    {"pause", [](Words&) -> Action { return Pause{true}; }},
    {"play", [](Words&) -> Action { return Pause{false}; }},
    {"play-or-pause", [](Words&) -> Action { return PlayOrPause{}; }},
    {"step", [](Words&) -> Action { return StepOnce{}; }},
    {"next-stage", [](Words&) -> Action { return NextStage{}; }},
    {"draw",
     [](Words& w) -> Action {
         const std::string show = w.word("the view");
         const double range = w.number("the range");
         return Draw{w.rest("the file"), show, range};
     }},
    {"pace", [](Words& w) -> Action { return Pace{w.number("the speed")}; }},
};

}  // namespace

bool only_timing(const Action& action) {
    return std::holds_alternative<Pause>(action) || std::holds_alternative<StepOnce>(action) ||
           std::holds_alternative<NextStage>(action) || std::holds_alternative<PlayOrPause>(action) ||
           std::holds_alternative<Pace>(action) || std::holds_alternative<Draw>(action);
}

std::string line_of(const Action& action) {
    return std::visit(Overloaded{
                          [](const Open& a) { return "open " + std::to_string(a.cells) + " " + a.name; },
                          [](const Stroke& a) {
                              return "stroke " + a.brush + numbers(a.from) + numbers(a.to) + number(a.radius) +
                                     number(a.amount) + numbers(a.colour) + numbers(a.push);
                          },
                          [](const Begin&) { return std::string("begin"); },
                          [](const Undo&) { return std::string("undo"); },
                          [](const Tune& a) { return "tune " + a.name + number(a.value); },
                          [](const Nudge& a) { return "nudge " + a.name + number(a.factor) + number(a.difference); },
                          [](const Switch& a) { return "switch " + a.name + number(a.value); },
                          [](const Reset&) { return std::string("reset"); },
                          [](const Still&) { return std::string("still"); },
                          [](const Clear&) { return std::string("clear"); },
                          [](const Keep& a) { return "keep " + a.name; },
                          [](const Restore& a) { return "restore " + a.name; },
                          [](const Pause& a) { return std::string(a.on ? "pause" : "play"); },
                          [](const PlayOrPause&) { return std::string("play-or-pause"); },
                          [](const StepOnce&) { return std::string("step"); },
                          [](const NextStage&) { return std::string("next-stage"); },
                          [](const Pace& a) { return "pace" + number(a.speed); },
                          [](const Draw& a) { return "draw " + a.show + number(a.range) + " " + a.path; },
                      },
                      action);
}

Action action_of(const std::string& line) {
    Words words(line);
    const std::string first = words.word("the action");
    std::vector<std::string> known;
    for (const Form& form : forms) {
        if (first == form.word) {
            Action action = form.read(words);
            words.end();
            return action;
        }
        known.emplace_back(form.word);
    }
    throw whorl::Error("unknown action \"" + first + "\"" + whorl::did_you_mean(first, known));
}

}  // namespace studio

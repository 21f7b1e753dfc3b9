#include <session/recording.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

namespace studio {

namespace {

constexpr const char* first_line = "whorl session 1";

[[noreturn]] void fail(const std::string& path, int line, const std::string& what) {
    throw whorl::Error(path + ":" + std::to_string(line) + ": " + what);
}

/// "@12 rest": the tick; `line` keeps the rest.
std::int64_t take_tick(std::string& line) {
    std::size_t used = 0;
    std::int64_t tick = -1;
    try {
        tick = line.size() > 1 && line[0] == '@' ? std::stoll(line.substr(1), &used) : -1;
    } catch (const std::exception&) { tick = -1; }
    if (tick < 0) throw whorl::Error("a line begins with @ and a tick, as in \"@12 reset\"; it is \"" + line + "\"");
    line.erase(0, std::min(line.size(), used + 2));
    return tick;
}

}  // namespace

bool is_recording(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    return file && std::getline(file, line) && line.rfind("whorl session ", 0) == 0;
}

Recording read_recording(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw whorl::Error(path + ": can not be read: " + std::strerror(errno));
    Recording recording;
    std::string line;
    if (!std::getline(file, line) || line != first_line)
        fail(path, 1, "not a session of this version; the first line of one is \"" + std::string(first_line) + "\"");
    bool ended = false;
    for (int number = 2; std::getline(file, line); ++number) {
        if (line.empty()) continue;
        if (ended) fail(path, number, "something follows the end");
        if (line[0] == '|') {
            Open* open = recording.actions.empty() ? nullptr : std::get_if<Open>(&recording.actions.back().action);
            if (!open) fail(path, number, "text of a scene stands after a line with \"open\"");
            open->text += line.substr(std::min<std::size_t>(2, line.size())) + "\n";
            continue;
        }
        try {
            const std::int64_t tick = take_tick(line);
            const std::int64_t last = recording.actions.empty() ? 0 : recording.actions.back().tick;
            if (tick < last)
                throw whorl::Error("tick " + std::to_string(tick) + " comes after " + std::to_string(last));
            if (line.rfind("end ", 0) == 0) {
                recording.end = tick;
                recording.hash = std::strtoull(line.c_str() + 4, nullptr, 16);
                ended = true;
            } else {
                recording.actions.push_back({tick, action_of(line)});
            }
        } catch (const whorl::Error& e) { fail(path, number, e.what()); }
    }
    if (recording.actions.empty() || !std::holds_alternative<Open>(recording.actions[0].action))
        fail(path, 2, "the first action of a session opens a scene: \"@0 open 0 NAME\"");
    if (!ended) recording.end = recording.actions.back().tick;  // it was cut off: as far as it goes
    return recording;
}

void write_recording(const std::string& path, const Recording& recording) {
    const std::string part = path + ".part";
    std::ofstream file(part);
    file << first_line << "\n";
    for (const Recorded& one : recording.actions) {
        file << "@" << one.tick << " " << line_of(one.action) << "\n";
        if (const Open* open = std::get_if<Open>(&one.action)) {
            std::istringstream text(open->text);
            for (std::string line; std::getline(text, line);) file << "| " << line << "\n";
        }
    }
    char hash[20];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(recording.hash));
    file << "@" << recording.end << " end " << hash << "\n";
    file.close();
    if (!file || std::rename(part.c_str(), path.c_str()) != 0)
        throw whorl::Error(path + ": can not be written: " + std::strerror(errno));
}

World replay(const Recording& recording, const std::function<void(const World&)>& told, whorl::Device device) {
    World world(std::get<Open>(recording.actions.at(0).action), device);
    std::size_t next = 1;
    const auto refused_again = [](const auto& deed) {
        try {
            deed();
        } catch (const whorl::Error&) {  // the session was told; the world is as it was
        }
    };
    for (;;) {
        for (; next < recording.actions.size() && recording.actions[next].tick <= world.ticks(); ++next)
            refused_again([&] { world.apply(recording.actions[next].action); });
        if (world.ticks() >= recording.end) return world;
        refused_again([&] { world.step(); });
        if (told) told(world);
    }
}

int replay_and_tell(const Recording& recording, const std::string& name, whorl::Device device) {
    const World world = replay(recording, {}, device);
    const auto bits = [](std::uint64_t hash) { return static_cast<unsigned long long>(hash); };
    std::printf("%s: %lld steps, %zu actions, state %016llx\n", name.c_str(), static_cast<long long>(world.ticks()),
                recording.actions.size(), bits(world.hash()));
    if (recording.hash == 0 || recording.hash == world.hash()) return 0;
    std::fprintf(stderr,
                 "whorl: %s: the session ended with state %016llx; it was recorded by another version, or on a machine "
                 "with other arithmetic\n",
                 name.c_str(), bits(recording.hash));
    return 1;
}

}  // namespace studio

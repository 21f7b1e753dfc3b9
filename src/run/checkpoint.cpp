#include "run/checkpoint.hpp"

#include <cstring>
#include <type_traits>

#include "core/hash.hpp"
#include "io/file.hpp"

namespace whorl {

namespace fs = std::filesystem;

namespace {

constexpr char magic[8] = {'w', 'h', 'o', 'r', 'l', '-', 'c', '1'};

class Writer {
  public:
    template <class T> void number(T v) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes(&v, sizeof v);
    }
    void bytes(const void* data, std::size_t size) {
        const auto* p = static_cast<const std::byte*>(data);
        out.insert(out.end(), p, p + size);
    }
    void block(const void* data, std::size_t size) {
        number<std::uint64_t>(size);
        bytes(data, size);
    }
    template <class T>
    void list(const std::vector<T>& values) {
        block(values.data(), values.size() * sizeof(T));
    }
    std::vector<std::byte> out;
};

/// Reads what a Writer wrote; throws Error where it ends too early.
class Reader {
  public:
    explicit Reader(std::span<const std::byte> bytes) : left_(bytes) {}
    template <class T> T number() {
        T v;
        std::memcpy(&v, take(sizeof v).data(), sizeof v);
        return v;
    }
    std::span<const std::byte> block() { return take(number<std::uint64_t>()); }
    template <class T>
    std::vector<T> list() {
        const auto bytes = block();
        std::vector<T> values(bytes.size() / sizeof(T));
        if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
        return values;
    }

  private:
    std::span<const std::byte> take(std::uint64_t size) {
        if (size > left_.size()) throw Error("it ends too early");
        const auto taken = left_.first(static_cast<std::size_t>(size));
        left_ = left_.subspan(static_cast<std::size_t>(size));
        return taken;
    }
    std::span<const std::byte> left_;
};

std::uint64_t hash_of(std::span<const std::byte> bytes) {
    Hash h;
    h.add(bytes.data(), bytes.size());
    return h.value();
}

std::vector<std::byte> packed(const Checkpoint& c) {
    Writer w;
    w.number(c.scene), w.number(c.frame), w.number(c.steps_in_frame), w.number(c.steps_of_frame);
    w.number(c.account.pressure_iterations), w.number(c.account.missed), w.number(c.account.worst_residual);
    w.number(c.account.stage_ms);
    w.list(c.account.step_ms);
    w.list(c.ranges);
    w.number<std::uint64_t>(c.probe_rows.size());
    for (const std::string& rows : c.probe_rows) w.block(rows.data(), rows.size());
    w.block(c.state.data(), c.state.size());
    Writer file;
    file.bytes(magic, sizeof magic);
    file.number(hash_of(w.out));
    file.bytes(w.out.data(), w.out.size());
    return std::move(file.out);
}

Checkpoint unpacked(std::span<const std::byte> bytes) {
    constexpr std::size_t head = sizeof magic + sizeof(std::uint64_t);
    if (bytes.size() < head || std::memcmp(bytes.data(), magic, sizeof magic) != 0) throw Error("it is not a checkpoint");
    std::uint64_t expected;
    std::memcpy(&expected, bytes.data() + sizeof magic, sizeof expected);
    if (hash_of(bytes.subspan(head)) != expected) throw Error("its checksum does not match");
    Reader r(bytes.subspan(head));
    Checkpoint c;
    c.scene = r.number<std::uint64_t>();
    c.frame = r.number<std::int64_t>();
    c.steps_in_frame = r.number<std::int64_t>();
    c.steps_of_frame = r.number<std::int64_t>();
    c.account.pressure_iterations = r.number<std::int64_t>();
    c.account.missed = r.number<std::int64_t>();
    c.account.worst_residual = r.number<double>();
    c.account.stage_ms = r.number<std::array<double, 5>>();
    c.account.step_ms = r.list<float>();
    c.ranges = r.list<double>();
    for (auto n = r.number<std::uint64_t>(); n > 0; --n) {
        const auto rows = r.block();
        c.probe_rows.emplace_back(reinterpret_cast<const char*>(rows.data()), rows.size());
    }
    const auto state = r.block();
    c.state.assign(state.begin(), state.end());
    return c;
}

}  // namespace

std::uint64_t scene_identity(const Scene& scene) {
    Hash h;
    std::size_t from = 0;
    while (from < scene.text.size()) {
        const std::size_t to = std::min(scene.text.find('\n', from), scene.text.size());
        const std::string_view line = std::string_view(scene.text).substr(from, to - from);
        if (!line.starts_with("# --set time.frames=")) h.add(line.data(), line.size());
        from = to + 1;
    }
    return h.value();
}

CheckpointFiles::CheckpointFiles(fs::path folder) : folder_(std::move(folder)) {}

fs::path CheckpointFiles::path(int which) const { return folder_ / ("checkpoint-" + std::to_string(which) + ".whorl"); }

void CheckpointFiles::write(const Checkpoint& checkpoint) {
    io::write_whole(path(next_), packed(checkpoint), true);
    next_ = 1 - next_;
}

std::optional<Checkpoint> CheckpointFiles::newest(std::uint64_t scene,
                                                  const std::function<void(const std::string&)>& warn) {
    std::optional<Checkpoint> best;
    for (int k = 0; k < 2; ++k) {
        if (!fs::exists(path(k))) continue;
        Checkpoint c;
        try {
            c = unpacked(io::read_whole(path(k)));
        } catch (const Error& e) {
            if (warn) warn("the checkpoint \"" + path(k).string() + "\" is damaged (" + e.what() + "): left out");
            continue;
        }
        if (c.scene != scene)
            throw Error("the checkpoint \"" + path(k).string() +
                        "\" belongs to another scene, or to other settings of this one; run without --resume, or with the "
                        "settings it was made with");
        const auto progress = [](const Checkpoint& of) { return std::pair(of.frame, of.steps_in_frame); };
        if (best && progress(c) <= progress(*best)) continue;
        best = std::move(c);
        next_ = 1 - k;  // what is damaged or older is replaced first
    }
    return best;
}

bool CheckpointFiles::any() const { return fs::exists(path(0)) || fs::exists(path(1)); }

void CheckpointFiles::remove() const {
    std::error_code ignored;
    for (int k = 0; k < 2; ++k) fs::remove(path(k), ignored);
}

void CheckpointFiles::keep_newest() const {
    std::error_code ignored;
    fs::remove(path(next_), ignored);
}

}  // namespace whorl

// Meshes from files: .obj, and .stl as text or in binary.

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "core/text.hpp"
#include "io/file.hpp"
#include "whorl/whorl.hpp"

namespace whorl {

namespace {

constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 30;
constexpr double farthest = 1e15;

/// A file and the line that is being read.
struct MeshFile {
    const std::string& path;
    int line = 0;

    [[noreturn]] void fail(const std::string& reason, const std::string& remedy) const {
        throw Error("can not read the mesh \"" + path + "\": " + (line > 0 ? "line " + std::to_string(line) + ": " : "") +
                    reason + "; " + remedy);
    }
};

/// The words of one line.
class Words {
  public:
    explicit Words(std::string_view line) : left_(line) {}
    std::string_view next() {
        while (!left_.empty() && is_space(left_.front())) left_.remove_prefix(1);
        std::size_t size = 0;
        while (size < left_.size() && !is_space(left_[size])) ++size;
        const std::string_view word = left_.substr(0, size);
        left_.remove_prefix(size);
        return word;
    }

  private:
    static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
    std::string_view left_;
};

template <class T>
std::optional<T> number(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    T value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return value;
}

std::string quoted(std::string_view word) {
    std::string text = "\"";
    for (const char c : word.substr(0, 40)) text += std::isprint(static_cast<unsigned char>(c)) ? c : '?';
    return text + "\"";
}

Vec3 read_place(Words& words, const MeshFile& file) {
    double p[3];
    for (double& x : p) {
        const std::string_view word = words.next();
        const std::optional<double> value = number<double>(word);
        if (!value) file.fail(quoted(word) + " stands where a number should", "a corner has three numbers");
        if (!(std::abs(*value) <= farthest))
            file.fail("a corner has the number " + number_text(*value), "it must be finite, and at most 1e15");
        x = *value;
    }
    return {p[0], p[1], p[2]};
}

/// Each line of a text; `read` may end it.
template <class Read>
void for_each_line(std::string_view text, MeshFile& file, Read read) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        ++file.line;
        read(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

/// The corner that "3", "3/1", "3//2" or "-1" (the last one so far) means, counted from 0.
int corner_number(std::string_view word, std::size_t there, const MeshFile& file) {
    const std::optional<int> given = number<int>(word.substr(0, word.find('/')));
    const std::string remedy = "corners are counted from 1, or from -1 backwards; there are " + std::to_string(there);
    if (!given) file.fail(quoted(word) + " is no corner", remedy);
    const long long k = *given > 0 ? *given - 1LL : static_cast<long long>(there) + *given;
    if (*given == 0 || k < 0 || k >= static_cast<long long>(there))
        file.fail("there is no corner " + std::to_string(*given), remedy);
    return static_cast<int>(k);
}

Triangles read_obj(std::string_view text, MeshFile& file) {
    Triangles mesh;
    for_each_line(text, file, [&](std::string_view line) {
        Words words(line);
        const std::string_view kind = words.next();
        if (kind == "v") mesh.corners.push_back(read_place(words, file));
        if (kind != "f") return;
        int first = -1, last = -1, count = 0;  // a polygon is a fan around its first corner
        for (std::string_view word; !(word = words.next()).empty(); ++count) {
            const int own = corner_number(word, mesh.corners.size(), file);
            if (count == 0) first = own;
            if (count >= 2) mesh.faces.push_back({first, last, own});
            last = own;
        }
        if (count < 3) file.fail("a face has " + std::to_string(count) + " corners", "it needs three or more");
    });
    file.line = 0;
    return mesh;
}

Triangles read_stl_text(std::string_view text, MeshFile& file) {
    Triangles mesh;
    int corners = 0;
    bool ended = false;
    for_each_line(text, file, [&](std::string_view line) {
        Words words(line);
        const std::string_view kind = words.next();
        ended |= kind == "endsolid";
        if (kind == "vertex") {
            mesh.corners.push_back(read_place(words, file));
            ++corners;
        } else if (kind == "endfacet") {
            if (corners != 3) file.fail("a facet has " + std::to_string(corners) + " corners", "it must have three");
            const int n = static_cast<int>(mesh.corners.size());
            mesh.faces.push_back({n - 3, n - 2, n - 1});
            corners = 0;
        }
    });
    file.line = 0;
    if (!ended) file.fail("it ends before endsolid", "give the whole file");
    return mesh;
}

/// 80 letters, how many triangles, and 50 bytes for each: a normal, three corners (float) and two bytes of no meaning.
Triangles read_stl_binary(std::span<const std::byte> bytes, std::uint32_t count, const MeshFile& file) {
    Triangles mesh;
    mesh.corners.reserve(3 * std::size_t{count});
    for (std::size_t k = 0; k < count; ++k) {
        float values[9];
        std::memcpy(values, bytes.data() + 84 + 50 * k + 12, sizeof values);
        for (const float x : values)
            if (!(std::abs(double{x}) <= farthest))
                file.fail("triangle " + std::to_string(k + 1) + " has the number " + number_text(x),
                            "it must be finite, and at most 1e15");
        const int n = static_cast<int>(mesh.corners.size());
        for (int c = 0; c < 3; ++c) mesh.corners.push_back({values[3 * c], values[3 * c + 1], values[3 * c + 2]});
        mesh.faces.push_back({n, n + 1, n + 2});
    }
    return mesh;
}

Triangles read_stl(std::span<const std::byte> bytes, MeshFile& file) {
    constexpr std::size_t head = 84, one = 50;
    std::uint32_t count = 0;
    if (bytes.size() >= head) std::memcpy(&count, bytes.data() + head - sizeof count, sizeof count);
    if (bytes.size() >= head && bytes.size() == head + one * std::size_t{count}) return read_stl_binary(bytes, count, file);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.starts_with("solid")) return read_stl_text(text, file);
    if (bytes.size() < head) file.fail("it has only " + std::to_string(bytes.size()) + " bytes", "give the whole file");
    file.fail("it says that it has " + std::to_string(count) + " triangles, which take " +
                    std::to_string(head + one * std::size_t{count}) + " bytes, and has " + std::to_string(bytes.size()) +
                    " bytes",
                "give the whole file");
}

std::string lower_case(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

}  // namespace

Triangles read_mesh(const std::string& path) {
    namespace fs = std::filesystem;
    MeshFile file{path};
    const std::string kind = lower_case(fs::path(path).extension().string());
    if (kind != ".obj" && kind != ".stl") file.fail("its name does not end with .obj or .stl", "convert it to one of them");
    std::error_code unknown;
    if (!fs::is_regular_file(path, unknown)) file.fail("there is no such file", "check its name");
    const std::uintmax_t size = fs::file_size(path, unknown);
    if (unknown || size > most_bytes)
        file.fail("it has " + std::to_string(size >> 20) + " MB", "at most " + std::to_string(most_bytes >> 20) +
                                                                        " are allowed: simplify it");
    const std::vector<std::byte> bytes = io::read_whole(path);
    Triangles mesh = kind == ".stl" ? read_stl(bytes, file)
                                    : read_obj({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file);
    if (mesh.faces.empty()) file.fail("it has no triangles", "give it some");
    return mesh;
}

}  // namespace whorl

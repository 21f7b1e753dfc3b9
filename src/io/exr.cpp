// OpenEXR: float channels, one per quantity.

#include "io/fields.hpp"
#include "io/file.hpp"

#if WHORL_WITH_OPENEXR
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfOutputFile.h>
#endif

namespace whorl::io {

#if WHORL_WITH_OPENEXR

bool has_exr() { return true; }

namespace {

/// Rows run from the top; the step from one to the next may be negative.
struct ExrChannel {
    std::string name;
    const float* first;
    std::ptrdiff_t across, down;  // in floats
};

void write_channels(const std::string& path, int width, int height, const std::vector<ExrChannel>& channels) {
    PartialFile partial(path);
    try {
        Imf::Header header(width, height);
        header.compression() = Imf::ZIP_COMPRESSION;
        Imf::FrameBuffer frame;
        constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(float));
        for (const ExrChannel& c : channels) {
            header.channels().insert(c.name, Imf::Channel(Imf::FLOAT));
            frame.insert(c.name, Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(const_cast<float*>(c.first)),
                                            static_cast<std::size_t>(size * c.across),
                                            static_cast<std::size_t>(size * c.down)));
        }
        Imf::OutputFile file(partial.temporary().c_str(), header, 1);
        file.setFrameBuffer(frame);
        file.writePixels(height);
    } catch (const std::exception& e) { fail_to_write(path, e.what()); }
    partial.commit();
}

}  // namespace

void write_exr(const std::string& path, const FieldCopy& fields) {
    const int width = fields.cells[0], height = fields.cells[1];
    const std::size_t slice = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    const std::size_t first = slice * static_cast<std::size_t>(fields.cells[2] / 2);
    // Pictures run from the top, fields from the bottom: start at the last row and step backwards.
    std::vector<ExrChannel> channels;
    for (const Plane& plane : fields.planes)
        channels.push_back({plane.name, plane.values.data() + first + slice - static_cast<std::size_t>(width), 1, -width});
    write_channels(path, width, height, channels);
}

void write_exr(const std::string& path, const Image& image) {
    const float* rgb = image.rgb.data();
    const std::ptrdiff_t down = 3 * image.width;
    write_channels(path, image.width, image.height, {{"R", rgb, 3, down}, {"G", rgb + 1, 3, down}, {"B", rgb + 2, 3, down}});
}

#else

bool has_exr() { return false; }

namespace {

[[noreturn]] void refuse(const std::string& path) {
    throw Error("can not write \"" + path + "\": this build has no OpenEXR; install libopenexr-dev and build again");
}

}  // namespace

void write_exr(const std::string& path, const FieldCopy&) { refuse(path); }
void write_exr(const std::string& path, const Image&) { refuse(path); }

#endif

}  // namespace whorl::io

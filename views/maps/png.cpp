#include "views/maps/png.hpp"

#include <zlib.h>

#include <string_view>

#include "io/atomic_file.hpp"
#include "io/byte_order.hpp"
#include "runtime/error.hpp"

namespace tasuki::views {

namespace {

std::string big_endian(std::uint32_t value) {
    std::array<std::byte, 4> bytes;
    io::store_u32(bytes.data(), value, io::ByteOrder::big);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Length, type, data, CRC of type and data.
std::string chunk(std::string_view type, std::string_view data) {
    std::string body{type};
    body += data;
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(body.data()),
                           static_cast<uInt>(body.size()));
    return big_endian(static_cast<std::uint32_t>(data.size())) + body +
           big_endian(static_cast<std::uint32_t>(crc));
}

/// Each row as differences from the pixel to the left: smooth pictures become
/// half as large.
std::string filtered(const Image& image) {
    constexpr char kFilterSub = 1;
    std::string rows;
    rows.reserve(image.pixels.size() * 3 + image.height);
    for (int y = 0; y < image.height; ++y) {
        rows += kFilterSub;
        Rgb left;
        for (int x = 0; x < image.width; ++x) {
            const Rgb here = image.at(x, y);
            rows += static_cast<char>(here.red - left.red);
            rows += static_cast<char>(here.green - left.green);
            rows += static_cast<char>(here.blue - left.blue);
            left = here;
        }
    }
    return rows;
}

std::string deflated(const std::string& bytes) {
    auto size = compressBound(bytes.size());
    std::string out(size, '\0');
    if (compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                  reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(),
                  Z_DEFAULT_COMPRESSION) != Z_OK)
        throw runtime::FaultError("compress2 failed");
    out.resize(size);
    return out;
}

}  // namespace

std::string png_bytes(const Image& image) {
    std::string header = big_endian(static_cast<std::uint32_t>(image.width)) +
                         big_endian(static_cast<std::uint32_t>(image.height));
    // 8 bits, RGB, deflate, adaptive filters, not interlaced
    header += std::string{"\x08\x02\x00\x00\x00", 5};
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) +
           chunk("IDAT", deflated(filtered(image))) + chunk("IEND", "");
}

void write_png(const std::string& path, const Image& image) {
    io::AtomicFile file{path};
    file.write(png_bytes(image));
    file.commit();
}

}  // namespace tasuki::views

#include "views/maps/png.hpp"

#include <libdeflate.h>

#include <cstring>
#include <memory>
#include <new>
#include <string_view>

#include "io/atomic_file.hpp"
#include "io/crc32.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::views {

namespace {

static_assert(sizeof(Rgb) == 3, "pixels are filtered as bytes");

/// In the order of the network.
std::string big_endian(std::uint32_t value) {
    std::string bytes;
    for (const int shift : {24, 16, 8, 0})
        bytes += static_cast<char>(value >> shift);
    return bytes;
}

void add_chunk(std::string& file, std::string_view type,
               std::string_view content) {
    file += big_endian(static_cast<std::uint32_t>(content.size()));
    const auto begin = file.size();
    file += type;
    file += content;
    file += big_endian(io::crc32_of_text(std::string_view{file}.substr(begin)));
}

/// Each row as its differences from the row above (filter type 2, "up").
std::string filtered(const Image& image) {
    const std::size_t row = sizeof(Rgb) * image.width;
    std::string bytes((1 + row) * image.height, '\0');
    const auto* from = reinterpret_cast<const char*>(image.pixels.data());
    const std::string zeros(row, '\0');
    const char* above = zeros.data();
    char* to = bytes.data();
    for (int y = 0; y < image.height; ++y, above = from, from += row) {
        *to++ = 2;
        for (std::size_t k = 0; k < row; ++k)
            *to++ = static_cast<char>(from[k] - above[k]);
    }
    return bytes;
}

std::string compressed(std::string_view bytes) {
    // The fastest: the next level takes 1.6 times as long for files that are 4
    // % smaller.
    constexpr int kLevel = 1;
    const std::unique_ptr<libdeflate_compressor,
                          decltype(&libdeflate_free_compressor)>
        compressor{libdeflate_alloc_compressor(kLevel),
                   libdeflate_free_compressor};
    if (!compressor) throw std::bad_alloc{};
    std::string packed(
        libdeflate_zlib_compress_bound(compressor.get(), bytes.size()), '\0');
    packed.resize(libdeflate_zlib_compress(compressor.get(), bytes.data(),
                                           bytes.size(), packed.data(),
                                           packed.size()));
    return packed;
}

}  // namespace

std::string png_bytes(const Image& image) {
    if (image.pixels.empty())
        throw runtime::FaultError("a picture without pixels");
    std::string file{"\x89PNG\r\n\x1a\n"};
    // Eight bits for each of three colours, rows one after another.
    add_chunk(file, "IHDR",
              big_endian(static_cast<std::uint32_t>(image.width)) +
                  big_endian(static_cast<std::uint32_t>(image.height)) +
                  std::string{"\x08\x02\0\0\0", 5});
    add_chunk(file, "IDAT", compressed(filtered(image)));
    add_chunk(file, "IEND", "");
    return file;
}

void write_png(const std::string& path, const Image& image) {
    io::write_file(path, png_bytes(image));
}

}  // namespace tasuki::views

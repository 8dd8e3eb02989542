// Reads the PNG files that we write, on another way than the writer.
#pragma once

#include <doctest/doctest.h>
#include <zlib.h>

#include <cstdint>
#include <string>

#include "views/maps/image.hpp"

namespace tasuki::test {

inline std::uint32_t big_endian_at(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (int k = 0; k < 4; ++k)
        value = value << 8 | static_cast<unsigned char>(bytes.at(at + k));
    return value;
}

/// Checks signature, chunks and CRCs; understands filters 0 and 1.
inline views::Image png_pixels(const std::string& bytes) {
    REQUIRE(bytes.substr(0, 8) == "\x89PNG\r\n\x1a\n");
    std::string header, packed, types;
    for (std::size_t at = 8; at < bytes.size();) {
        const auto length = big_endian_at(bytes, at);
        const auto body = bytes.substr(at + 4, length + 4);
        REQUIRE(crc32(0, reinterpret_cast<const Bytef*>(body.data()),
                      static_cast<uInt>(body.size())) ==
                big_endian_at(bytes, at + 8 + length));
        const auto type = body.substr(0, 4);
        types += type + " ";
        if (type == "IHDR") header = body.substr(4);
        if (type == "IDAT") packed += body.substr(4);
        at += 12 + length;
    }
    REQUIRE(types == "IHDR IDAT IEND ");
    REQUIRE(header.substr(8) == std::string{"\x08\x02\0\0\0", 5});
    views::Image image{static_cast<int>(big_endian_at(header, 0)),
                       static_cast<int>(big_endian_at(header, 4))};
    const std::size_t row = 1 + 3 * static_cast<std::size_t>(image.width);
    std::string rows(row * image.height, '\0');
    uLongf size = rows.size();
    REQUIRE(uncompress(reinterpret_cast<Bytef*>(rows.data()), &size,
                       reinterpret_cast<const Bytef*>(packed.data()),
                       packed.size()) == Z_OK);
    REQUIRE(size == rows.size());
    for (int y = 0; y < image.height; ++y) {
        const char filter = rows[y * row];
        REQUIRE((filter == 0 || filter == 1));
        views::Rgb left;
        for (int x = 0; x < image.width; ++x) {
            const char* const at = &rows[y * row + 1 + 3 * x];
            const auto add = [filter](char difference, std::uint8_t before) {
                return static_cast<std::uint8_t>(difference +
                                                 (filter == 1 ? before : 0));
            };
            left = {add(at[0], left.red), add(at[1], left.green),
                    add(at[2], left.blue)};
            image.at(x, y) = left;
        }
    }
    return image;
}

}  // namespace tasuki::test

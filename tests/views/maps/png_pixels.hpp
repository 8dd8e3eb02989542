// Reads the PNG files that we write, on another way than the writer.
#pragma once

#include <doctest/doctest.h>
#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "views/maps/image.hpp"

namespace tasuki::test {

inline std::uint32_t big_endian_at(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (int k = 0; k < 4; ++k)
        value = value << 8 | static_cast<unsigned char>(bytes.at(at + k));
    return value;
}

/// What the filter of a row expects of a channel (ISO/IEC 15948, section 9).
inline int png_predicted(int filter, int left, int above, int corner) {
    const int plane = left + above - corner;
    const auto off = [plane](int value) { return std::abs(plane - value); };
    const int nearest = off(left) <= off(above) && off(left) <= off(corner)
                            ? left
                        : off(above) <= off(corner) ? above
                                                    : corner;
    const std::array predictions{0, left, above, (left + above) / 2, nearest};
    return predictions.at(static_cast<std::size_t>(filter));
}

/// Checks signature, chunks and CRCs.
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
        const int filter = rows[y * row];
        REQUIRE(filter >= 0);
        REQUIRE(filter <= 4);
        for (int x = 0; x < image.width; ++x) {
            const views::Rgb left = x > 0 ? image.at(x - 1, y) : views::Rgb{};
            const views::Rgb above = y > 0 ? image.at(x, y - 1) : views::Rgb{};
            const views::Rgb corner =
                x > 0 && y > 0 ? image.at(x - 1, y - 1) : views::Rgb{};
            const char* const at = &rows[y * row + 1 + 3 * x];
            const auto channel = [&](int k, std::uint8_t views::Rgb::*c) {
                return static_cast<std::uint8_t>(
                    at[k] +
                    png_predicted(filter, left.*c, above.*c, corner.*c));
            };
            image.at(x, y) = {channel(0, &views::Rgb::red),
                              channel(1, &views::Rgb::green),
                              channel(2, &views::Rgb::blue)};
        }
    }
    return image;
}

}  // namespace tasuki::test

// Files with bodies, built byte by byte.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "io/bodies/body_file.hpp"

namespace tasuki::test {

/// Reads from memory under the name "memory".
inline io::BodyFile bodies_in(const std::string& bytes) {
    return io::read_bodies(
        io::MemorySource{"memory", std::as_bytes(std::span{bytes})});
}

enum class Endian { big, little };

/// The low `bytes` bytes of a number.
inline std::string bytes_of(std::uint64_t value, int bytes, Endian endian) {
    std::string text;
    for (int k = 0; k < bytes; ++k) {
        const int place = endian == Endian::big ? bytes - 1 - k : k;
        text += static_cast<char>(value >> (8 * place) & 0xff);
    }
    return text;
}

/// A TIPSY file whose every part can be edited before it is put together.
struct TipsyBytes {
    Endian endian = Endian::big;
    double time = 1.5;
    std::int64_t n = 6, dimensions = 3, gas = 1, dark = 3, star = 2;
    bool padded = true;
    std::vector<float> numbers;  ///< of all records, in order

    explicit TipsyBytes(Endian order = Endian::big) : endian{order} {
        // 1000 b + f: field f of body b.
        int body = 0;
        for (const int fields : {12, 9, 9, 9, 11, 11}) {
            for (int f = 0; f < fields; ++f)
                numbers.push_back(static_cast<float>(1000 * body + f));
            ++body;
        }
    }
    std::string bytes() const {
        auto text = bytes_of(std::bit_cast<std::uint64_t>(time), 8, endian);
        for (const auto count : {n, dimensions, gas, dark, star})
            text += bytes_of(static_cast<std::uint64_t>(count), 4, endian);
        if (padded) text += bytes_of(0xdeadbeef, 4, endian);
        for (const float number : numbers)
            text += bytes_of(std::bit_cast<std::uint32_t>(number), 4, endian);
        return text;
    }
};

}  // namespace tasuki::test

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

/// A number in single (4 bytes) or double precision (8).
inline std::string real_bytes(double value, int bytes, Endian endian) {
    return bytes_of(
        bytes == 4 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                   : std::bit_cast<std::uint64_t>(value),
        bytes, endian);
}

/// A TIPSY file whose every part can be edited before it is put together.
struct TipsyBytes {
    Endian endian = Endian::big;
    double time = 1.5;
    std::int64_t n = 6, dimensions = 3, gas = 1, dark = 3, star = 2;
    bool padded = true;
    bool double_positions = false, double_velocities = false;
    std::vector<float> numbers;  ///< of all records, in order

    explicit TipsyBytes(Endian order = Endian::big) : endian{order} {
        // 1000 b + f: field f of body b.
        int body = 0;
        for (const int fields : kFields) {
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
        auto number = numbers.begin();
        for (const int fields : kFields)
            for (int f = 0; f < fields && number != numbers.end(); ++f)
                text += real_bytes(*number++,
                                   (double_positions && f > 0 && f < 4) ||
                                           (double_velocities && f > 3 && f < 7)
                                       ? 8
                                       : 4,
                                   endian);
        return text;
    }

  private:
    static constexpr int kFields[] = {12, 9, 9, 9, 11, 11};
};

/// A snapshot of GADGET without HDF5: two bodies of type 1 with one mass, and
/// three of type 2 with their own.  Body b has position (10 b, 10 b + 1,
/// 10 b + 2), velocity (10 b + 3, ...) and, where it is its own, mass b + 1.
struct GadgetBytes {
    Endian endian = Endian::little;
    bool labels = false;  ///< format 2
    int real = 4;         ///< bytes of a number
    std::vector<std::uint64_t> counts{0, 2, 3, 0, 0, 0};
    std::vector<double> table{0, 0.5, 0, 0, 0, 0};
    double time = 0.25, redshift = 0, box = 0;
    std::uint64_t files = 1;
    int bodies = 5;
    bool masses = true;

    std::string bytes() const {
        std::string position, velocity, mass;
        for (int b = 0; b < bodies; ++b) {
            for (int k = 0; k < 3; ++k) {
                position += real_bytes(10 * b + k, real, endian);
                velocity += real_bytes(10 * b + 3 + k, real, endian);
            }
            if (b > 1) mass += real_bytes(b + 1, real, endian);
        }
        const std::string ids(4 * static_cast<std::size_t>(bodies), 'i');
        const auto block_of_masses = masses ? block("MASS", mass) : "";
        const auto before = block("HEAD", header()) + block("POS ", position),
                   after = block("VEL ", velocity) + block("ID  ", ids);
        return before +
               (labels ? block_of_masses + after : after + block_of_masses) +
               block("U   ", "more");
    }

  private:
    std::string header() const {
        std::string text;
        for (const auto count : counts) text += bytes_of(count, 4, endian);
        for (const double each : table) text += real_bytes(each, 8, endian);
        for (const double value : {time, redshift})
            text += real_bytes(value, 8, endian);
        text += std::string(36, '\0') + bytes_of(files, 4, endian) +
                real_bytes(box, 8, endian);
        text.resize(256);
        return text;
    }
    std::string block(const std::string& name, const std::string& data) const {
        const auto length = bytes_of(data.size(), 4, endian);
        const auto eight = bytes_of(8, 4, endian);
        const auto label =
            eight + name + bytes_of(data.size() + 8, 4, endian) + eight;
        return (labels ? label : "") + length + data + length;
    }
};

}  // namespace tasuki::test

// Checkpoints that were damaged, or written by an older version.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <span>
#include <string>

#include "io/input_error.hpp"
#include "io/source.hpp"

namespace tasuki::test {

inline std::span<std::byte> bytes_in(std::string& file) {
    return std::as_writable_bytes(std::span{file});
}

/// Flips a bit of every byte in turn, each of the eight in every eighth:
/// read(source) refuses all of them.
template <class Read>
void check_flips_refused(std::string file, const Read& read) {
    std::size_t accepted = 0;
    for (std::size_t at = 0; at < file.size(); ++at) {
        const char whole = file[at];
        file[at] = static_cast<char>(whole ^ 1 << (at + at / 8) % 8);
        try {
            (void)read(io::MemorySource{"memory", bytes_in(file)});
            ++accepted;
        } catch (const io::InputError&) {
        }
        file[at] = whole;
    }
    CHECK(accepted == 0);
    CHECK_NOTHROW(read(io::MemorySource{"memory", bytes_in(file)}));
}

/// As before there were digests: its text and the version are others.
inline std::string as_version_1(std::string file) {
    const auto version = file.find('\2', file.find("format_version") + 15);
    REQUIRE(file.substr(version, 8) == std::string("\2\0\0\0\0\0\0\0", 8));
    file[version] = '\1';
    file[file.find("CRC-32 of")] = 'x';
    return file;
}

}  // namespace tasuki::test

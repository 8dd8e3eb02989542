// What the fuzz targets share: a file is read, or refused with an InputError;
// anything else is a find.
#pragma once

#include <spdlog/spdlog.h>

#include <cstdint>
#include <span>
#include <string>

#include "io/input_error.hpp"
#include "io/source.hpp"

namespace tasuki::fuzz {

/// Calls reader(source) for these bytes.
template <class Reader>
void read(const std::string& bytes, const Reader& reader) {
    spdlog::set_level(spdlog::level::off);
    const io::MemorySource source{"/nonexistent/fuzz",
                                  std::as_bytes(std::span{bytes})};
    try {
        reader(source);
    } catch (const io::InputError&) {
    }
}

inline std::string text(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

}  // namespace tasuki::fuzz

// What the fuzz targets share: a configuration is read, or refused with an
// InputError; anything else is a find.
#pragma once

#include <spdlog/spdlog.h>

#include <cstdint>
#include <string>
#include <vector>

#include "io/gauge/gauge_file.hpp"
#include "runtime/error.hpp"

namespace tasuki::fuzz {

inline void read(const std::string& bytes) {
    spdlog::set_level(spdlog::level::off);
    try {
        const io::MemorySource source{"/nonexistent/fuzz",
                                      std::as_bytes(std::span{bytes})};
        (void)io::read_gauge(source);
    } catch (const runtime::InputError&) {
    }
}

inline std::string text(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

}  // namespace tasuki::fuzz

// Grids in NetCDF's classic formats, built byte by byte.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

namespace tasuki::test {

/// What a file is put together from.  Variables: lat, lon, and z of shorts,
/// (lat, lon) or with records (time, lat, lon).
struct ClassicBytes {
    int version = 1;
    std::uint64_t records = 0;  ///< 0: z has none
    bool second = false;        ///< another variable with records, of 3 bytes
    std::uint32_t type = 3;     ///< of z
    std::uint64_t z_dimension = 1;
    std::uint32_t tag = 11;
    std::uint64_t latitudes = 3;  ///< as the header says

    std::string bytes() const {
        std::string header = text();
        // Twice: where data begins follows from how long the header is.
        const auto data = header.size();
        return text(data) + values();
    }

  private:
    static std::string number(std::uint64_t value, int bytes) {
        std::string s;
        for (int k = bytes - 1; k >= 0; --k)
            s += static_cast<char>(value >> (8 * k) & 0xff);
        return s;
    }
    std::string size(std::uint64_t n) const {
        return number(n, version == 5 ? 8 : 4);
    }
    static std::string padded(std::string s) {
        s.resize((s.size() + 3) / 4 * 4);
        return s;
    }
    std::string name(const std::string& s) const {
        return size(s.size()) + padded(s);
    }
    std::string attribute(const std::string& key,
                          const std::string& value) const {
        return name(key) + number(2, 4) + size(value.size()) + padded(value);
    }
    std::string list(std::uint32_t tag_, std::uint64_t n) const {
        return number(tag_, 4) + size(n);
    }
    std::string offset(std::uint64_t at) const {
        return number(at, version == 1 ? 4 : 8);
    }
    std::uint64_t z_bytes() const { return type == 3 ? 24 : 48; }

    std::string text(std::uint64_t data = 0) const {
        std::string s = std::string{"CDF"} + static_cast<char>(version);
        s += size(records);
        s += list(10, 3) + name("lat") + size(latitudes) + name("lon") +
             size(4) + name("time") + size(0);
        s += list(0, 0);
        s += list(tag, second ? 4 : 3);
        s += name("lat") + size(1) + size(0) + list(12, 1) +
             attribute("units", "degrees_north") + number(6, 4) + size(24) +
             offset(data);
        s += name("lon") + size(1) + size(1) + list(12, 1) +
             attribute("units", "degrees_east") + number(5, 4) + size(16) +
             offset(data + 24);
        s += name("z") + size(records > 0 ? 3 : 2);
        if (records > 0) s += size(2);
        s += size(0) + size(z_dimension);
        s += list(12, 3) + attribute("units", "m") + name("scale_factor") +
             number(6, 4) + size(1) +
             number(std::bit_cast<std::uint64_t>(0.5), 8);
        s += name("_FillValue") + number(3, 4) + size(1) +
             padded(number(0x8000, 2));
        s += number(type, 4) + size(z_bytes()) + offset(data + 40);
        if (second)
            s += name("flag") + size(1) + size(2) + list(0, 0) + number(1, 4) +
                 size(4) + offset(data + 40 + z_bytes());
        return s;
    }

    std::string values() const {
        std::string s;
        for (const double lat : {60.0, 0.0, -60.0})
            s += number(std::bit_cast<std::uint64_t>(lat), 8);
        for (const float lon : {0.f, 90.f, 180.f, 270.f})
            s += number(std::bit_cast<std::uint32_t>(lon), 4);
        for (std::uint64_t t = 0; t < std::clamp<std::uint64_t>(records, 1, 9);
             ++t) {
            for (std::uint64_t k = 0; k < 12; ++k)
                s += type == 3
                         ? number(100 * t + k - 5, 2)
                         : number(std::bit_cast<std::uint32_t>(
                                      static_cast<float>(100 * t + k) - 5),
                                  4);
            if (second) s += padded("x");
        }
        return s;
    }
};

}  // namespace tasuki::test

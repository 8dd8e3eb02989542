// What tests of streams have in common.
#pragma once

#include <cstddef>
#include <vector>

#include "tests/io/sphere/netcdf_bytes.hpp"

namespace tasuki::test {

inline constexpr const char* kStream = "sht --stream --placement cpu --gpus 0 ";
/// Cell centres.
inline constexpr std::size_t kRows = 24, kColumns = 48;

/// [degrees], north first
inline std::vector<double> stream_latitudes() {
    std::vector<double> latitudes;
    for (std::size_t j = 0; j < kRows; ++j)
        latitudes.push_back(90 - (static_cast<double>(j) + 0.5) * 180 / kRows);
    return latitudes;
}

/// So many, from 0 [degrees].
inline std::vector<double> stream_longitudes(std::size_t count = kColumns) {
    std::vector<double> longitudes;
    for (std::size_t i = 0; i < count; ++i)
        longitudes.push_back(static_cast<double>(i) * 360 /
                             static_cast<double>(count));
    return longitudes;
}

}  // namespace tasuki::test

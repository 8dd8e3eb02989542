// What stands in a snapshot of a flow, for who writes and who reads it.
#pragma once

#include <cstdint>

namespace tasuki::io {

inline constexpr const char* kFlowFormatName = "Tasuki sphere snapshot";
inline constexpr std::uint64_t kFlowFormatVersion = 1;

inline constexpr const char* kSpectrum = "/vorticity_spectrum";
inline constexpr const char* kFlowStart = "/start";
inline constexpr const char* kFlowClock = "/clock";
inline constexpr const char* kFlowPicture = "/picture";

}  // namespace tasuki::io

// What stands in a snapshot, for who writes and who reads it.
#pragma once

#include <cstdint>

namespace tasuki::io {

inline constexpr const char* kFormatName = "Tasuki N-body snapshot";
inline constexpr std::uint64_t kFormatVersion = 1;

inline constexpr const char* kMass = "/mass";
inline constexpr const char* kPosition = "/position";
inline constexpr const char* kVelocity = "/velocity";
inline constexpr const char* kStart = "/start";
inline constexpr const char* kClock = "/clock";
inline constexpr const char* kPicture = "/picture";

}  // namespace tasuki::io

// Libraries that do not survive every file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace tasuki::io {

/// As long as the slowest disks and codes take to read so many bytes [s].
constexpr unsigned seconds_for(std::uint64_t bytes) {
    constexpr std::uint64_t kLeast = 60, kBytesPerSecond = 1'000'000;
    return static_cast<unsigned>(kLeast + bytes / kBytesPerSecond);
}

/// Runs body() in a child process, before the caller runs it itself: damaged
/// files bring HDF5 down, or let it run for ever, and with it the child only.
/// What body() throws is left to the caller's own run.
/// @param name     of the file, for messages
/// @param body     uses no team of threads, which a child does not have
/// @param seconds  of computing, after which the child is ended
/// @throws InputError  the child was ended
void rehearse(const std::string& name, const std::function<void()>& body,
              unsigned seconds);

}  // namespace tasuki::io

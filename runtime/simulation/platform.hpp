// A machine as StarPU and SimGrid read it.
#pragma once

#include <filesystem>
#include <string>

#include "runtime/simulation/machine.hpp"

namespace tasuki::runtime::detail {

/// The name under which StarPU finds the files, its STARPU_HOSTNAME.
inline constexpr const char* kPlatformName = "simulated";

/// SimGrid's description (XML): the hosts MAIN and RAM, CPU0 and on, CUDA0 and
/// on, and a link for each direction between two memories.
std::string platform_text(const Machine& machine);

/// What StarPU believes of the links: a row for each memory that sends.
std::string bandwidth_text(const Machine& machine);  // [10^6 B/s]
/// The same.
std::string latency_text(const Machine& machine);  // [10^-6 s]

/// Writes them below `folder`, its STARPU_PERF_MODEL_DIR.
/// @throws FaultError  it cannot
void write_platform(const Machine& machine,
                    const std::filesystem::path& folder);

}  // namespace tasuki::runtime::detail

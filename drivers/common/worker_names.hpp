// Workers of all ranks, in words.
#pragma once

#include <string>
#include <vector>

#include "runtime/core/context.hpp"

namespace tasuki::drivers {

/// Of the workers of all ranks, on each.  Every rank calls.
std::vector<std::string> worker_names(const runtime::Context& context);

/// "CPU x8, 2 of CUDA 0 (NVIDIA H200)": ranks have workers of the same name.
std::string join_workers(const std::vector<std::string>& names);

}  // namespace tasuki::drivers

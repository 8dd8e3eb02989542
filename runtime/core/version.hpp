// The versions of Tasuki and of the libraries below it.
#pragma once

#include <string>

namespace tasuki::runtime {

/// "0.1.0 (StarPU 1.4.10, CUDA 13.0)", the StarPU being the one that is loaded;
/// the toolkit may be "HIP 5.2", "HIP on CUDA 13.0" or "no GPU toolkit" too.
std::string version();

}  // namespace tasuki::runtime

// The versions of Tasuki and of the libraries below it.
#pragma once

#include <string>

// CMakeLists.txt reads them: the version of the project stands here alone.
/// From 1 on, programs for another one may have to be changed.
#define TASUKI_VERSION_MAJOR 0
/// While the major version is 0, the same is true of this one.
#define TASUKI_VERSION_MINOR 1
/// Changes nothing that a program could rely on.
#define TASUKI_VERSION_PATCH 0

namespace tasuki::runtime {

/// "0.1.0 (StarPU 1.4.10, CUDA 13.0)", the StarPU being the one that is loaded;
/// the toolkit may be "HIP 5.2", "HIP on CUDA 13.0" or "no GPU toolkit" too.
std::string version();

}  // namespace tasuki::runtime

// Which Tasuki this is, and on what it stands.
#pragma once

#include <string>

namespace tasuki::runtime {

/// "0.1.0 (StarPU 1.4.10, CUDA 13.0)", the StarPU being the one that is loaded;
/// "no GPU toolkit" in place of CUDA if the build has none.
std::string version();

}  // namespace tasuki::runtime

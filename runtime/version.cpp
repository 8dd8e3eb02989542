#include "runtime/version.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include "runtime/gpu.hpp"

namespace tasuki::runtime {

namespace {

std::string toolkit() {
#if defined(TASUKI_CUDA)
    return fmt::format("CUDA {}.{}", CUDART_VERSION / 1000,
                       CUDART_VERSION % 1000 / 10);
#elif defined(TASUKI_HIP)
    return fmt::format("HIP {}.{}", HIP_VERSION_MAJOR, HIP_VERSION_MINOR);
#else
    return "no GPU toolkit";
#endif
}

}  // namespace

std::string version() {
    int major = 0, minor = 0, release = 0;
    starpu_get_version(&major, &minor, &release);
    return fmt::format("{} (StarPU {}.{}.{}, {})", TASUKI_VERSION, major, minor,
                       release, toolkit());
}

}  // namespace tasuki::runtime

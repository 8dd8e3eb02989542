#include "drivers/gpu_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/devices.hpp"
#include "runtime/error.hpp"

namespace tasuki::drivers {

void check_gpu_memory(double needed, const std::vector<int>& devices) {
    for (const auto& gpu : runtime::gpu_devices())
        if (std::find(devices.begin(), devices.end(), gpu.number) !=
                devices.end() &&
            needed > 0.95 * static_cast<double>(gpu.free_bytes))
            throw runtime::UnavailableError(fmt::format(
                "GPU {} ({}) has {:.2f} GB of memory free; its blocks need "
                "{:.2f} GB: use --reconstruct 12, --precision single, more "
                "GPUs, or a smaller lattice",
                gpu.number, gpu.name,
                1e-9 * static_cast<double>(gpu.free_bytes), 1e-9 * needed));
}

}  // namespace tasuki::drivers

// GPUs of a machine that is simulated: StarPU's workers for CUDA, whatever the
// toolkit would be there.
#include "runtime/core/toolkit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/core/codelet.hpp"
#include "simulation/current.hpp"

namespace tasuki::runtime {

void set_gpu_entry(starpu_codelet& codelet, detail::Entry entry) {
    codelet.cuda_funcs[0] = entry;
    codelet.cuda_flags[0] = STARPU_CUDA_ASYNC;
}

namespace toolkit {

std::string name() {
    return "simulated";
}

std::string version() {
    return fmt::format("simulation with SimGrid {}.{}", SIMGRID_VERSION_MAJOR,
                       SIMGRID_VERSION_MINOR);
}

std::int32_t gpu_workers() {
    return STARPU_CUDA;
}

bool calls_kernels() {
    return false;
}

void take_gpus(starpu_conf& conf, std::span<const int> devices) {
    conf.ncuda = static_cast<int>(devices.size());
    conf.use_explicit_workers_cuda_gpuid = 1;
    std::copy(devices.begin(), devices.end(), conf.workers_cuda_gpuid);
    detail::use_gpus(devices);
}

void set_defaults(EnvironmentChanges& changes) {
    detail::begin_context();
    detail::find_platform(changes);
    // note_times() reads them.
    changes.set("STARPU_PROFILING", "1");
    // All ranks are in this process, each with a buffer [MB] for its events,
    // which is written to disk when it is full.
    if (const auto* ranks = detail::rank_simulation())
        changes.set_default(
            "STARPU_TRACE_BUFFER_SIZE",
            fmt::format("{}", std::clamp(256 / ranks->ranks.count, 4, 64)));
    // As on a real GPU.
    changes.set_default("STARPU_NWORKER_PER_CUDA", "2");
    // A run allocates before its times are taken.
    changes.set_default("STARPU_SIMGRID_CUDA_MALLOC_COST", "0");
    // The costs of a task on the machine have these in them.
    changes.set_default("STARPU_SIMGRID_TASK_PUSH_COST", "0");
    changes.set_default("STARPU_SIMGRID_FETCHING_INPUT_COST", "0");
}

void note_failures() {}

std::string device_id(int device) {
    return fmt::format(" {}", device);
}

}  // namespace toolkit

}  // namespace tasuki::runtime

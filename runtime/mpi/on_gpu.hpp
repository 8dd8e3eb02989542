// Work with the GPU of a rank's messages.  For runtime/mpi/ alone.
#pragma once

#include <starpu.h>

#include <future>

#include "runtime/core/session.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::runtime::detail {

/// Makes that GPU, if there is one, the current device of this thread.
inline void select_gpu() {
#if defined(TASUKI_HAS_GPU)
    if (session().gpu_workers.empty()) return;
    const int gpu = session().gpu_workers.front();
    gpu::check(TASUKI_GPU_API(SetDevice)(starpu_worker_get_devid(gpu)),
               "select device");
#endif
}

/// Calls `work` where that GPU is the current device.  That of this thread may
/// be another one, which the process does not use.
template <class Work>
void on_gpu(const Work& work) {
    if (session().gpu_workers.empty()) return work();
    std::async(std::launch::async, [&] {
        select_gpu();
        work();
    }).get();
}

}  // namespace tasuki::runtime::detail

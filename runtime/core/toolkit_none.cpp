// Without a GPU toolkit.
#include "runtime/core/codelet.hpp"
#include "runtime/core/toolkit.hpp"

namespace tasuki::runtime {

void set_gpu_entry(starpu_codelet&, detail::Entry) {}

namespace toolkit {

std::string name() {
    return "none";
}

std::string version() {
    return "no GPU toolkit";
}

std::int32_t gpu_workers() {
    return STARPU_CUDA;  // of which there is none
}

bool calls_kernels() {
    return true;
}

void take_gpus(starpu_conf& conf, std::span<const int>) {
    // A StarPU that was built for GPUs would start workers for them.
    conf.ncuda = 0;
    conf.nhip = 0;
}

void set_defaults(EnvironmentChanges&) {}

void note_failures() {}

std::string device_id(int) {
    return {};
}

}  // namespace toolkit

}  // namespace tasuki::runtime

// What tasks take on the machine that is simulated.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "runtime/core/codelet.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"
#include "runtime/core/task_model.hpp"
#include "runtime/simulation/current.hpp"

namespace tasuki::runtime::detail {

namespace {

/// Every array once for each direction.
double array_bytes(starpu_task* task) {
    double bytes = 0;
    for (unsigned i = 0; i < STARPU_TASK_GET_NBUFFERS(task); ++i) {
        const unsigned mode = STARPU_TASK_GET_MODE(task, i);
        const auto size = static_cast<double>(
            starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, i)));
        if ((mode & STARPU_SCRATCH) != 0) continue;
        if ((mode & STARPU_REDUX) != 0) bytes += 2 * size;
        if ((mode & STARPU_R) != 0) bytes += size;
        if ((mode & STARPU_W) != 0) bytes += size;
    }
    return bytes;
}

/// Of an element of the first array.
std::size_t element_bytes(starpu_task* task) {
    if (STARPU_TASK_GET_NBUFFERS(task) == 0) return sizeof(double);
    starpu_data_handle_t handle = STARPU_TASK_GET_HANDLE(task, 0);
    return starpu_data_get_interface_id(handle) == STARPU_VECTOR_INTERFACE_ID
               ? starpu_vector_get_elemsize(handle)
               : starpu_matrix_get_elemsize(handle);
}

/// CPU workers share the cores, and so what these reach.
Rates rates_on(const starpu_perfmodel_arch& arch) {
    const Machine& m = current_machine();
    if (arch.devices[0].type != STARPU_CPU_WORKER) return m.gpu->rates;
    return session().machine_variant / double(m.cores) * m.cpu;
}

double slowness_on(const starpu_perfmodel_arch& arch, const char* kernel) {
    if (arch.devices[0].type == STARPU_CPU_WORKER || kernel == nullptr)
        return 1;
    const auto& all = current_machine().gpu_slowness;
    const auto found = all.find(kernel);
    return found == all.end() ? 1 : found->second;
}

/// [us]
double microseconds(starpu_task* task, starpu_perfmodel_arch* arch, unsigned) {
    return 1e6 * model_seconds(task, header_of(*task), *arch);
}

std::int64_t nanoseconds(const timespec& t) {
    return std::int64_t{1000000000} * t.tv_sec + t.tv_nsec;
}

}  // namespace

/// StarPU refuses a task that takes no time, so each takes a nanosecond.
double model_seconds(starpu_task* task, const TaskHeader* header,
                     const starpu_perfmodel_arch& arch) {
    const bool says_bytes = header != nullptr && header->bytes > 0;
    const bool says_number = header != nullptr && header->number_bytes > 0;
    return std::max(
        1e-9,
        slowness_on(arch, task->name) *
            kernel_seconds(
                rates_on(arch), says_bytes ? header->bytes : array_bytes(task),
                task->flops,
                says_number ? header->number_bytes : element_bytes(task)));
}

void check_cost(const KernelRecord& kernel, const SubmitOptions& options) {
    if (kernel.needs_flops && !(options.flops > 0))
        throw UnavailableError(fmt::format(
            "kernel {}: a simulation has no model of its time, as it takes "
            "longer than the traffic of its arrays: expected "
            "SubmitOptions::flops above 0, found {}",
            kernel.name, options.flops));
}

/// Also of kernels whose times a run does not keep.
bool set_model(starpu_perfmodel& model, const std::string& name) {
    model.type = STARPU_PER_ARCH;
    model.symbol = strdup(name.c_str());  // as in task_model.cpp
    model.arch_cost_function = microseconds;
    return true;
}

void note_times(const starpu_task& task, TaskHeader& header) {
    if (const auto* info = task.profiling_info; info != nullptr) {
        header.begin = nanoseconds(info->start_time);
        header.end = nanoseconds(info->end_time);
    }
}

}  // namespace tasuki::runtime::detail

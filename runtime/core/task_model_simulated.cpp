// What tasks take on the machine that is simulated.
#include <algorithm>
#include <cstring>

#include "runtime/core/codelet.hpp"
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

/// Of the first array.
std::size_t number_bytes(starpu_task* task) {
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

/// [us]; StarPU refuses a task that takes no time, so each takes a nanosecond.
double microseconds(starpu_task* task, starpu_perfmodel_arch* arch, unsigned) {
    const TaskHeader* header = header_of(*task);
    const double bytes = header != nullptr && header->bytes > 0
                             ? header->bytes
                             : array_bytes(task);
    const double seconds =
        slowness_on(*arch, task->name) *
        kernel_seconds(rates_on(*arch), bytes, task->flops, number_bytes(task));
    return std::max(1e-3, 1e6 * seconds);
}

std::int64_t nanoseconds(const timespec& t) {
    return std::int64_t{1000000000} * t.tv_sec + t.tv_nsec;
}

}  // namespace

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

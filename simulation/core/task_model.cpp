// What tasks take on the machine that is simulated.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>

#include "runtime/core/codelet.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"
#include "simulation/current.hpp"
#include "simulation/task_work.hpp"

/// What StarPU asks about tasks on GPUs: the part of their time [us] that may
/// pass while earlier kernels run.  It is there in a StarPU that
/// cmake/starpu/simulated-workers.patch has changed.
extern "C" double (*starpu_simgrid_task_start)(starpu_task* task);

namespace tasuki::runtime::detail {

namespace {

/// Of the first of a kernel's names that has one.
double of_kernel(const std::map<std::string, double>& all,
                 const starpu_task& task, const TaskWork& work,
                 double otherwise) {
    if (all.empty()) return otherwise;
    for (const std::string& name : kernel_names(task, work))
        if (const auto found = all.find(name); found != all.end())
            return found->second;
    return otherwise;
}

/// CPU workers share the cores, and so what these reach.
double seconds_on(const starpu_perfmodel_arch& arch, const starpu_task& task,
                  const TaskWork& work) {
    const Machine& m = current_machine();
    const bool cpu = arch.devices[0].type == STARPU_CPU_WORKER;
    Rates rates = cpu ? session().machine_variant / double(m.cores) * m.cpu
                      : m.gpu->rates;
    rates.efficiency = of_kernel(cpu ? m.cpu_kernels : m.gpu_kernels, task,
                                 work, rates.efficiency);
    return of_kernel(cpu ? m.cpu_starts : m.gpu_starts, task, work, 0) +
           kernel_seconds(rates, work.bytes, work.flops, work.number_bytes);
}

/// How long a task takes to start on a GPU [us].
double gpu_start(starpu_task* task) {
    return 1e6 * of_kernel(current_machine().gpu_starts, *task,
                           work_of(*task, header_of(*task)), 0);
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
    return std::max(1e-9, seconds_on(arch, *task, work_of(*task, header)));
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
    starpu_simgrid_task_start = gpu_start;
    return true;
}

void note_times(const starpu_task& task, TaskHeader& header) {
    if (const auto* info = task.profiling_info; info != nullptr) {
        header.begin = nanoseconds(info->start_time);
        header.end = nanoseconds(info->end_time);
    }
}

}  // namespace tasuki::runtime::detail

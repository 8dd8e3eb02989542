#include "runtime/core/workers.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include <algorithm>

#include "runtime/core/cpu_share.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"

namespace tasuki::runtime {

void assign_teams(Session& session, int cpus, int gpus, bool messages) {
    const int workers = static_cast<int>(starpu_cpu_worker_get_count());
    if (workers == 0) return;
    const auto allowed = allowed_cpus();
    // The thread that submits needs a CPU too beside GPUs, and so does the one
    // that moves messages, where there are CPUs enough.
    const int more =
        (gpus == 0 ? 0 : 1) + (messages && allowed.size() >= 8 ? 1 : 0);
    auto available = cpus_for_kernels(allowed, machine_cores(), polled_cpus(),
                                      more, workers);
    available.resize(std::min<std::size_t>(available.size(), cpus));
    if (static_cast<int>(available.size()) < workers)
        throw UnavailableError(fmt::format(
            "{} CPU workers, as STARPU_NCPU has it, for {} CPUs: each needs "
            "one at least",
            workers, available.size()));
    for (int w = 0; w < workers; ++w) {
        const int id = starpu_worker_get_by_type(STARPU_CPU_WORKER, w);
        const auto n = available.size();
        session.teams[id] = {available.begin() + n * w / workers,
                             available.begin() + n * (w + 1) / workers};
    }
}

namespace {

/// What StarPU may use of it: a limit of the user, or nearly all.
std::size_t memory_of(int worker, const GpuDevice& gpu) {
    const auto bytes = starpu_memory_get_total(
        starpu_worker_get_memory_node(static_cast<unsigned>(worker)));
    return bytes < 0 ? gpu.total_bytes : static_cast<std::size_t>(bytes);
}

}  // namespace

std::vector<Worker> list_workers(Session& session) {
    std::vector<Worker> workers;
    const auto gpus = gpu_devices();
    for (unsigned id = 0; id < starpu_worker_get_count(); ++id) {
        const int number = static_cast<int>(id);
        if (starpu_worker_get_type(number) == STARPU_CPU_WORKER) {
            const auto& team = session.teams[id];
            workers.push_back({number, Worker::Kind::cpu, 0,
                               static_cast<int>(team.size()),
                               fmt::format("CPU x{}", team.size()), team});
        } else {
            const int device = starpu_worker_get_devid(number);
            const auto first = std::find_if(
                workers.begin(), workers.end(), [device](const Worker& w) {
                    return w.kind == Worker::Kind::gpu && w.device == device;
                });
            if (first != workers.end()) {
                session.urgent[first->id] = number;
                session.first[number] = first->id;
                continue;
            }
            session.gpu_workers.push_back(number);
            workers.push_back(
                {number,
                 Worker::Kind::gpu,
                 device,
                 1,
                 fmt::format("GPU {} ({})", device, gpus.at(device).name),
                 {},
                 memory_of(number, gpus.at(device))});
        }
    }
    return workers;
}

}  // namespace tasuki::runtime

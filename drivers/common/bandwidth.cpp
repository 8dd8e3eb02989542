#include "drivers/common/bandwidth.hpp"

#include <algorithm>
#include <list>

#include "codelets/stream/bandwidth/bandwidth.hpp"
#include "runtime/core/array.hpp"
#include "runtime/core/median.hpp"
#include "runtime/core/submit.hpp"
#include "runtime/mpi/ranks.hpp"
#include "simulation/this_machine.hpp"

namespace tasuki::drivers {

namespace {

using runtime::Array, runtime::Worker;

constexpr int kRepetitions = 6;
/// 256 MiB: past the L2 cache of any GPU.
constexpr std::size_t kGpuSize = std::size_t{1} << 25;
/// Part of a small GPU's memory that each of two arrays takes.
constexpr std::size_t kGpuPart = 4;

/// Doubles in each of the three arrays of all CPU workers of a machine
/// together: as much as the run touches, so that a lattice in the caches is
/// compared with their bandwidth. Beyond four times the caches (STREAM's rule)
/// or a sixteenth of the memory more would say the same.
std::size_t cpu_size(double data_bytes) {
    constexpr std::size_t least = std::size_t{8} << 20;
    const std::size_t enough = std::min(
        std::max(std::size_t{128} << 20, 4 * runtime::cache_bytes() / 3),
        runtime::host_memory_bytes() / 16);
    const auto data = static_cast<std::size_t>(
        std::min(data_bytes / 3, static_cast<double>(enough)));
    return std::max(std::min(least, enough), data) / sizeof(double);
}

WorkerBandwidth summarize(const Worker& worker, std::vector<double> samples) {
    // The first repetition touches memory that nobody has used yet.
    samples.erase(samples.begin());
    const auto [least, greatest] =
        std::minmax_element(samples.begin(), samples.end());
    return {worker, runtime::median(samples) / 1e9, *least / 1e9,
            *greatest / 1e9};
}

/// Measures `workers` at the same time.
void measure_together(runtime::Context& context,
                      const std::vector<Worker>& workers, std::size_t size,
                      std::vector<WorkerBandwidth>& results) {
    if (workers.empty()) return;
    std::list<Array<double>> arrays;
    std::vector<std::vector<double>> samples(workers.size(),
                                             std::vector<double>(kRepetitions));
    for (std::size_t w = 0; w < workers.size(); ++w) {
        const bool cpu = workers[w].kind == Worker::Kind::cpu;
        auto& a = arrays.emplace_back(context, size);
        auto& b = arrays.emplace_back(context, size);
        auto& c = arrays.emplace_back(context, cpu ? size : 1);
        runtime::submit<stream::bandwidth::Kernel>(
            context, {size, kRepetitions, samples[w].data()},
            {.worker = workers[w].id}, a, b, c);
    }
    context.wait();
    for (std::size_t w = 0; w < workers.size(); ++w)
        results.push_back(summarize(workers[w], samples[w]));
}

}  // namespace

std::vector<WorkerBandwidth> measure_bandwidth(runtime::Context& context,
                                               double data_bytes,
                                               bool also_cpus) {
    std::vector<WorkerBandwidth> results;
    const auto cpus = context.workers(Worker::Kind::cpu);
    // Ranks of a machine measure at the same time.
    const auto ranks = static_cast<std::size_t>(context.ranks().local_size());
    if (!also_cpus)
        for (const Worker& cpu : cpus) results.push_back({cpu, 0, 0, 0});
    else if (!cpus.empty())
        measure_together(context, cpus,
                         cpu_size(data_bytes) / (cpus.size() * ranks), results);
    for (const Worker& gpu : context.workers(Worker::Kind::gpu))
        measure_together(
            context, {gpu},
            std::min(kGpuSize, gpu.memory / kGpuPart / sizeof(double)),
            results);
    return results;
}

MemoryPart bandwidth_memory(double rank_bytes, bool has_gpus) {
    const auto ranks = static_cast<double>(runtime::mpi_ranks().local_size());
    const double cpu = 3 * sizeof(double) *
                       static_cast<double>(cpu_size(rank_bytes * ranks)) /
                       ranks;
    const double gpu = has_gpus ? kGpuSize * sizeof(double) : 0;
    return {"measurement of bandwidth", std::max(cpu, gpu), 2 * gpu};
}

double total_gbs(const std::vector<WorkerBandwidth>& measured,
                 Worker::Kind kind) {
    double sum = 0;
    for (const WorkerBandwidth& m : measured)
        if (m.worker.kind == kind) sum += m.median_gbs;
    return sum;
}

}  // namespace tasuki::drivers

#include "drivers/common/bandwidth.hpp"

#include <algorithm>
#include <list>

#include "codelets/stream/bandwidth/bandwidth.hpp"
#include "runtime/codelet.hpp"
#include "runtime/devices.hpp"
#include "runtime/handle.hpp"
#include "runtime/median.hpp"
#include "runtime/team.hpp"

namespace tasuki::drivers {

namespace {

using runtime::Array, runtime::Worker;

constexpr int kRepetitions = 6;
/// 256 MiB: past the L2 cache of any GPU.
constexpr std::size_t kGpuSize = std::size_t{1} << 25;

/// Doubles in each of the three arrays of all CPU workers of a machine
/// together: four times the caches, or STREAM's rule is broken and the cache is
/// measured; but not more than a sixteenth of the memory.
std::size_t cpu_size() {
    constexpr std::size_t least = std::size_t{128} << 20;
    const std::size_t most = runtime::host_memory_bytes() / 16;
    const std::size_t bytes = std::max(least, 4 * runtime::cache_bytes() / 3);
    return std::min(bytes, most) / sizeof(double);
}

void fill(const Array<double>& array) {
    const auto host = array.acquire(runtime::Access::write);
    const auto values = host.span();
    runtime::parallel_ranges(values.size(), 512,
                             [&](std::size_t begin, std::size_t end) {
                                 for (auto i = begin; i < end; ++i)
                                     values[i] = 1 + 1e-9 * double(i % 1000);
                             });
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
        const auto& a = arrays.emplace_back(context, size);
        const auto& b = arrays.emplace_back(context, size);
        fill(b);
        const bool cpu = workers[w].kind == Worker::Kind::cpu;
        const auto& c = cpu ? arrays.emplace_back(context, size) : b;
        if (cpu) fill(c);
        runtime::submit(
            stream::bandwidth::codelet(),
            stream::bandwidth::Args{size, kRepetitions, samples[w].data()},
            {.worker = workers[w].id}, a, b, c);
    }
    context.wait();
    for (std::size_t w = 0; w < workers.size(); ++w)
        results.push_back(summarize(workers[w], samples[w]));
}

}  // namespace

std::vector<WorkerBandwidth> measure_bandwidth(runtime::Context& context) {
    std::vector<WorkerBandwidth> results;
    const auto cpus = context.workers(Worker::Kind::cpu);
    if (!cpus.empty())
        // Ranks of a machine measure at the same time.
        measure_together(
            context, cpus,
            cpu_size() / (cpus.size() * static_cast<std::size_t>(
                                            context.ranks().local_size())),
            results);
    for (const Worker& gpu : context.workers(Worker::Kind::gpu))
        measure_together(context, {gpu}, kGpuSize, results);
    return results;
}

double total_gbs(const std::vector<WorkerBandwidth>& measured,
                 Worker::Kind kind) {
    double sum = 0;
    for (const WorkerBandwidth& m : measured)
        if (m.worker.kind == kind) sum += m.median_gbs;
    return sum;
}

}  // namespace tasuki::drivers

#include "drivers/tasks/graphs/execution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <deque>
#include <limits>

#include "codelets/stream/grain/grain.hpp"
#include "drivers/tasks/graphs/kernel.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/median.hpp"
#include "simulation/timed.hpp"

namespace tasuki::drivers {

namespace {

using runtime::Context, runtime::Worker;
using Spin = task_graphs::Kernel<"spin", runtime::Update<double>>;

/// Of all workers of a kind at the same time.
/// @param spin  iterations of a call: about 0.3 ms
/// @param most  workers
double measure_rate(Context& context, Worker::Kind kind, int spin,
                    std::size_t most) {
    constexpr int kRepetitions = 5, kCalls = 4;
    const auto workers = context.workers(kind);
    const auto count = std::min(most, workers.size());
    std::deque<runtime::Array<double>> arrays;
    std::vector<double> seconds(count * kRepetitions);
    for (std::size_t k = 0; k < count; ++k)
        runtime::submit_timed<Spin>(context, {0, {spin, spin}},
                                    {.worker = workers[k].id},
                                    {.repetitions = kRepetitions,
                                     .calls = kCalls,
                                     .seconds = &seconds[k * kRepetitions]},
                                    arrays.emplace_back(context, 1, 0.0));
    context.wait();
    return count == 0 ? 0 : spin / runtime::median(seconds);
}

/// Of a kernel with an efficiency of its own.
double seconds_of(runtime::Rates rates,
                  const std::map<std::string, double>& efficiencies,
                  const std::string& kernel, double bytes, double flops) {
    if (const auto own = efficiencies.find(kernel); own != efficiencies.end())
        rates.efficiency = own->second;
    return runtime::kernel_seconds(rates, bytes, flops, sizeof(double));
}

int iterations(double seconds, double rate) {
    return static_cast<int>(
        std::min<double>(seconds * rate, std::numeric_limits<int>::max()));
}

}  // namespace

Lengths::Lengths(Context& context, const runtime::Machine& imitated)
    : imitated_{imitated},
      cpu_rate_{measure_rate(context, Worker::Kind::cpu, 1 << 18, 1000)},
      gpu_rate_{measure_rate(context, Worker::Kind::gpu, 1 << 14, 1)} {}

Spins Lengths::of(const std::string& kernel, double bytes, double flops) const {
    const auto& m = imitated_;
    return {iterations(seconds_of(1.0 / m.cores * m.cpu, m.cpu_kernels, kernel,
                                  bytes, flops),
                       cpu_rate_),
            iterations(
                seconds_of(m.gpu->rates, m.gpu_kernels, kernel, bytes, flops),
                gpu_rate_)};
}

void Reference::add(std::uint64_t task, std::span<const LowerBound::Use> uses,
                    const Doubles& out) {
    auto hash = stream::grain::seed({task, 0});
    for (const auto& use : uses)
        if (use.reads)
            hash = stream::grain::with_input(hash, words_[use.array]);
    words_[out.raw()] = stream::grain::compute(hash, 0);
    written_.insert(&out);
}

void Reference::check() const {
    for (const Doubles* array : written_) {
        const auto found = std::bit_cast<std::uint64_t>(array->read()[0]);
        if (const auto expected = words_.at(array->raw()); found != expected)
            throw runtime::NumericsError(
                fmt::format("an array holds {:016x} in the end; expected "
                            "{:016x}, as its tasks give in their order",
                            found, expected));
    }
}

}  // namespace tasuki::drivers

#include "drivers/common/fma_peak.hpp"

#include <list>

#include "codelets/stream/fma/fma.hpp"
#include "runtime/core/array.hpp"
#include "runtime/core/median.hpp"
#include "runtime/core/submit.hpp"

namespace tasuki::drivers {

std::vector<WorkerPeak> measure_fma_peaks(runtime::Context& context,
                                          bool double_precision) {
    constexpr int repetitions = 7;
    const auto& workers = context.workers();
    std::list<runtime::Array<double>> results;
    std::vector<std::vector<double>> samples(workers.size(),
                                             std::vector<double>(repetitions));
    for (std::size_t w = 0; w < workers.size(); ++w)
        runtime::submit<stream::fma::Kernel>(
            context,
            {repetitions, double_precision, 0.999, 0.001, samples[w].data()},
            {.worker = workers[w].id}, results.emplace_back(context, 1));
    context.wait();
    std::vector<WorkerPeak> peaks;
    for (std::size_t w = 0; w < workers.size(); ++w) {
        // The first one wakes the clocks up.
        samples[w].erase(samples[w].begin());
        peaks.push_back({workers[w], runtime::median(samples[w])});
    }
    return peaks;
}

}  // namespace tasuki::drivers

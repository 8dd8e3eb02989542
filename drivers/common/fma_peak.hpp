// The peak of arithmetic that percentages of a run stand on.
#pragma once

#include <vector>

#include "runtime/core/context.hpp"

namespace tasuki::drivers {

/// Fused multiply-adds of one worker, two operations each, all workers at the
/// same time.
struct WorkerPeak {
    runtime::Worker worker;
    double median;  ///< [flop/s]
};
std::vector<WorkerPeak> measure_fma_peaks(runtime::Context& context,
                                          bool double_precision);

}  // namespace tasuki::drivers

// METG(50 %): the minimum effective task granularity of a runtime.
//
// Granularity is wall time x CPUs (or GPUs) / tasks, so it includes what the
// runtime costs; the rate is iterations / granularity.  METG is the least
// granularity at which the rate is still half of its peak: below it, a runtime
// costs more than it computes.  Source: Slaughter et al., SC20 (2020).
#pragma once

#include <cstddef>
#include <span>

namespace tasuki::drivers {

struct Sample {
    int iterations;      ///< of each task
    double granularity;  ///< [s]

    double rate() const { return iterations / granularity; }
};

struct Metg {
    double seconds;
    /// Whether the efficiency fell below 50 %. If not, `seconds` is the least
    /// granularity that was measured, and METG is at most that.
    bool reached;
};

/// The rate of each sample over the greatest of all is its efficiency. Between
/// the smallest sample with 50 % and the next one down, the logarithm of the
/// granularity is interpolated.  Something else that slows larger ones down for
/// a moment does not matter so.
/// @param samples  one at least, by descending iterations
Metg find_metg(std::span<const Sample> samples);

/// Whether the last `count` samples, of as many at least, are below 50 %.
bool ends_below_half(std::span<const Sample> samples, std::size_t count);

/// The greatest rate of the samples [iterations/s], of each CPU or GPU.
double peak_rate(std::span<const Sample> samples);

}  // namespace tasuki::drivers

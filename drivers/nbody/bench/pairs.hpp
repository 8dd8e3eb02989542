// Times accelerate on one worker, all bodies pulling all.
#pragma once

#include <string>
#include <vector>

#include "codelets/nbody/accelerate/variant.hpp"
#include "codelets/nbody/bodies.hpp"
#include "runtime/core/context.hpp"

namespace tasuki::drivers {

struct PairRow {
    std::size_t n;
    std::string precision;        ///< "single", "mixed" or "double"
    std::string variant;          ///< of a GPU's kernel; empty on a CPU
    std::vector<double> seconds;  ///< of one evaluation each
    /// Of some bodies' accelerations, against a sum in double.
    double error;

    double best_seconds() const;
    double median_seconds() const;
    /// At 22 flop per interaction, as the paper counts [flop/s].
    double flops(double of_seconds) const;
};

/// Softening of all measurements, in units of a Plummer sphere of energy -1/4:
/// of no consequence for the time.
inline constexpr double kBenchEps = 1e-3;

/// @throws UsageError, UnavailableError  as parse_wish() for that precision
void check_variant(const std::string& variant, const std::string& precision);

/// Tunes, checks and times.  Short evaluations are repeated for about a second,
/// one that takes longer than `long_run` is made once and timed cold.
/// @param variant  what to fix of a GPU's kernel, see parse_wish()
/// @throws UsageError     another text
/// @throws NumericsError  accelerations that are off by more than rounding
PairRow bench_pairs(runtime::Context& context, const runtime::Worker& worker,
                    const nbody::Bodies& bodies, const std::string& precision,
                    const std::string& variant, double long_run = 20);

}  // namespace tasuki::drivers

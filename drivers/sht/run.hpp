// Runs transforms: repetitions, timing, errors.
#pragma once

#include <string>
#include <vector>

#include "drivers/sht/options.hpp"
#include "drivers/sht/plan.hpp"

namespace tasuki::drivers {

/// Of one direction.
struct ShtTimes {
    std::vector<double> seconds;  ///< of all fields; the slowest rank's
    double flops = 0;             ///< J (M + 1)^2 of all fields
    double median_seconds() const;
    double gflops() const;
};

struct ShtResult {
    ShtTimes synthesis, analysis;  ///< without seconds where not asked for
    /// Of all fields, of those coefficients that came back: root of the mean
    /// square of the differences over that of the coefficients; the greatest
    /// difference over the greatest coefficient.
    double roundtrip_rms = 0, roundtrip_max = 0;
    std::vector<double> field;  ///< (J, I), the first one
    Coefficients spectrum;      ///< of it
    double integral = 0, mean = 0, minimum = 0, maximum = 0;  ///< of it
    std::string placement, policy;
    double cpu_fraction = 0;
    std::vector<std::string> workers;  ///< names, of all ranks
};

/// On every rank.
/// @throws NumericsError  a result that is not finite
ShtResult run_sht(const ShtOptions& options, const ShtPlan& plan);

}  // namespace tasuki::drivers

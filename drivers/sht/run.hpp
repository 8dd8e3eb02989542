// Runs transforms: repetitions, timing, errors.
#pragma once

#include <string>
#include <vector>

#include "drivers/sht/options.hpp"
#include "drivers/sht/plan.hpp"
#include "drivers/sht/times.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

struct ShtResult : RunResult {
    ShtTimes synthesis, analysis;  ///< without seconds where not asked for
    /// Of all fields, of those coefficients that came back: root of the mean
    /// square of the differences over that of the coefficients; the greatest
    /// difference over the greatest coefficient.
    double roundtrip_rms = 0, roundtrip_max = 0;
    std::vector<double> field;  ///< (J, I), the first one
    io::Coefficients spectrum;  ///< of it
    double integral = 0, mean = 0, minimum = 0, maximum = 0;  ///< of it
};

/// On every rank.
/// @throws NumericsError  a result that is not finite, a round trip that
///                        rounding does not explain
/// @param recorder  what the repetitions of options.trace.window are recorded
///                  with; null for none
ShtResult run_planned(const ShtOptions& options, const ShtPlan& plan,
                      runtime::Recorder* recorder);

/// The problem, the workers and their times.
void print_speed(const ShtOptions& options, const ShtPlan& plan,
                 const ShtResult& result);
/// The above, and what was computed.
void print_result(const ShtOptions& options, const ShtPlan& plan,
                  const ShtResult& result);
Json json_of(const ShtOptions& options, const ShtPlan& plan,
             const ShtResult& result);
std::string title_of(const ShtOptions& options, const ShtPlan& plan,
                     const ShtResult& result);
/// --out, --map and --spectrum.
/// @throws UsageError  one of them cannot be written
void write_result_files(const ShtOptions& options, const ShtPlan& plan,
                        const ShtResult& result);

}  // namespace tasuki::drivers

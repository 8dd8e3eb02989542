// What a run of `tasuki sht` starts from: input, truncation and grid, found
// before any machine is.
#pragma once

#include <string>
#include <vector>

#include "drivers/sht/options.hpp"
#include "io/sphere/grid_file.hpp"
#include "io/sphere/normalization.hpp"
#include "runtime/ranks.hpp"

namespace tasuki::drivers {

struct ShtPlan {
    int truncation = 0;
    tasuki::sphere::Grid grid{};
    /// (fields or 1) spectra of T<truncation>; empty where the input is a grid.
    std::vector<io::Coefficients> spectra;
    std::vector<double> values;  ///< (J, I), where the input is a grid
    std::string source;          ///< in words
    std::string note;            ///< what was left out of a file; or empty
    std::string name = "field", unit;

    bool synthesizes() const { return values.empty(); }
};

/// Reads the input.  Every rank calls.
/// @throws UsageError, InputError
ShtPlan make_sht_plan(const ShtOptions& options, const runtime::Ranks& ranks);

/// Field k of this seed: normal deviates over l + 1, the same on any machine.
io::Coefficients random_coefficients(int truncation, std::uint64_t seed, int k);

}  // namespace tasuki::drivers

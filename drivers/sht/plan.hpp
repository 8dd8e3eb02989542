// What a run of `tasuki sht` starts from: input, truncation and grid, found
// before any machine is.
#pragma once

#include <string>
#include <vector>

#include "drivers/sht/options.hpp"
#include "io/sphere/grid_file.hpp"
#include "io/sphere/normalization.hpp"
#include "runtime/core/ranks.hpp"

namespace tasuki::drivers {

/// Of random spectra.
inline constexpr int kDefaultTruncation = 170;

struct ShtPlan {
    int truncation = 0;
    tasuki::sphere::Grid grid{};
    /// (fields or 1) spectra of T<truncation>; empty where the input is a grid,
    /// and before fill_plan() where it is random.
    std::vector<io::Coefficients> spectra;
    std::vector<double> values;  ///< (J, I), where the input is a grid
    double first_longitude = 0;  ///< of these [degrees]
    std::string source;          ///< in words
    std::string note;            ///< what was left out of a file; or empty
    std::vector<std::string> warnings;  ///< what is odd in a file's form
    std::string name = "field", unit;

    bool synthesizes() const { return values.empty(); }
};

/// Asks whether the files of the result can be written, and reads the input.
/// Every rank calls.
/// @throws UsageError, InputError
ShtPlan make_plan(const ShtOptions& options, const runtime::Ranks& ranks);

/// The greatest M with which analysis on the grid gives spectra back.
/// @param more  degrees above M that they have
int greatest_truncation(const sphere::Grid& grid, int more = 0);

/// Makes a random input.
void fill_plan(const ShtOptions& options, ShtPlan& plan);

/// @throws UnavailableError  the placement needs a worker that is not here
MemoryNeed memory_of(const ShtOptions& options, const ShtPlan& plan,
                     const runtime::Ranks& ranks);

/// The spectrum of a field whose longitudes begin at `degrees`, from what
/// analysis makes of its values, which it takes to begin at 0.
void shift_longitudes(io::Coefficients& spectrum, int truncation,
                      double degrees);

/// Field k of this seed: normal deviates over l + 1, the same on any machine.
io::Coefficients random_coefficients(int truncation, std::uint64_t seed, int k);

}  // namespace tasuki::drivers

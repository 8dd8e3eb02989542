// Our own files, HDF5: a flow after a step, and all that is needed to go on
// from it.  Every snapshot is a checkpoint.
//
//   /vorticity_spectrum  (S, 2)  double: real and imaginary parts of zeta_n^m,
//                                for m = 0 .. M, n = m .. M
//   /vorticity           (J, I)  double, on the grid, north first; not in a
//                                checkpoint
//   /latitude (J), /longitude (I)  [degree], with it
//   /energy_spectrum, /enstrophy_spectrum  (M + 1): what each degree has
//   / attributes         format, format_version, program, conventions, units,
//                        truncation, time, step, dt, rotation, viscosity,
//                        order, energy, enstrophy, angular_momentum, and where
//                        the flow came from: start (with seed, wind);
//                        fft_plans, with which it goes on bit by bit
//   /start attributes    time, energy, enstrophy at the start of the run
//   /clock attributes    origin_time, origin_step, from which times are counted
//   /picture attributes  largest, of a run with pictures
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codelets/sphere/damping.hpp"
#include "codelets/sphere/grid.hpp"
#include "io/source.hpp"
#include "io/sphere/flow_origin.hpp"
#include "io/step_clock.hpp"

namespace tasuki::io {

struct FlowSnapshot {
    int degrees = 0;  ///< M
    Vorticity vorticity;
    double time = 0;
    std::uint64_t step = 0;
    double rotation = 0;
    sphere::Damping damping;
    FlowOrigin origin;
    StepClock clock;
    double start_time = 0;
    double start_energy = 0, start_enstrophy = 0;
    /// The end of the scale of colours.
    std::optional<double> largest{};
    /// See codelets/sphere/fourier_plans.hpp; empty: not known.
    std::string plans{};
};

/// Complete or not at all; see AtomicFile.
/// @param field  (J, I) on `grid`; empty: not written
/// @throws UsageError  it cannot be written
void write_flow(const std::string& path, const FlowSnapshot& snapshot,
                const sphere::Grid& grid, const std::vector<double>& field);

/// @throws InputError  not a whole snapshot of ours
FlowSnapshot read_flow(const Source& source);

}  // namespace tasuki::io

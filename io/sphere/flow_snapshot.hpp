// Our own files, HDF5: a flow after a step, and all that is needed to go on
// from it.  Every snapshot is a checkpoint.
//
//   /vorticity_spectrum  (S, 2)  double: real and imaginary parts of zeta_n^m,
//                                for m = 0 .. M, n = m .. M
//   /vorticity           (J, I)  double, on the grid, north first; not in a
//                                checkpoint
//   /latitude (J), /longitude (I)  [degree], with it
//   /energy_spectrum, /enstrophy_spectrum  (M + 1): what each degree has
//   /table               (lines, 7)  the printed table so far; see FlowLine
//   / attributes         those of all checkpoints (io/hdf5/checkpoint.hpp),
//                        conventions, units, truncation, rotation, viscosity,
//                        order, energy, enstrophy, angular_momentum, and where
//                        the flow came from: start (with seed, wind);
//                        fft_plans, with which it goes on bit by bit
//   /start attributes    time, energy, enstrophy
//   /picture attributes  largest, of a run with pictures
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codelets/sphere/damping.hpp"
#include "io/source.hpp"
#include "io/sphere/flow_origin.hpp"
#include "io/sphere/grid_file.hpp"
#include "io/step_clock.hpp"

namespace tasuki::io {

/// A line of the table that a run prints.
struct FlowLine {
    double step = 0;  ///< a whole number
    double time = 0;  ///< [day]
    double energy = 0, enstrophy = 0, angular_momentum = 0;
    /// How far the strongest wind goes in a step, in wavelengths of degree M
    /// over 2 pi: the method is unstable above 2.8.
    double cfl = 0;
    double steps_per_second = 0;  ///< of the last stretch; 0: none yet
};

struct FlowSnapshot : RunTime {
    int degrees = 0;  ///< M
    Vorticity vorticity;
    double rotation = 0;
    sphere::Damping damping;
    FlowOrigin origin;
    double start_energy = 0, start_enstrophy = 0;
    std::vector<FlowLine> table;  ///< newest last
    /// The end of the scale of colours.
    std::optional<double> largest{};
    /// See codelets/sphere/fourier_plans.hpp; empty: not known.
    std::string plans{};
};

/// Complete or not at all; see AtomicFile.  Any thread may call.
/// @param field  (J, I) on the grid; empty: not written
/// @throws UsageError  it cannot be written
void write_flow(const std::string& path, const FlowSnapshot& snapshot,
                const GridAxes& axes, const std::vector<double>& field);

/// @param field  gets what a snapshot has of write_flow()'s, if it is wanted
/// @throws InputError  not a whole snapshot of ours
FlowSnapshot read_flow(const Source& source,
                       std::vector<double>* field = nullptr);

}  // namespace tasuki::io

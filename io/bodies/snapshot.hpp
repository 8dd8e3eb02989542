// Our own files, HDF5: the state of a run after a step, and all that is needed
// to go on from it.  Every snapshot is a checkpoint.
//
//   /mass             (n)      double
//   /position         (n, 3)   double; x, y, z; from the attribute `origin`
//                              (x, y, z), which bodies far from 0 have
//   /velocity         (n, 3)   double
//     each with an attribute `unit`
//   / attributes      format, format_version, program, conventions, units,
//                     time, step, dt, eps, gravity, precision, and where the
//                     bodies came from: model (with n, seed, w0 or
//                     virial_ratio) or input
//   /start attributes time, and the conserved quantities at the start of the
//                     run: mass, kinetic, potential, centre, momentum,
//                     angular_momentum
//   /clock attributes origin_time, origin_step, from which times are counted
//   /picture attributes  width, brightest, of a run with pictures
//
// For `--in`, the three datasets do, by whatever program; `time` is read where
// it is there.
#pragma once

#include <optional>
#include <string>

#include "codelets/nbody/sums.hpp"
#include "io/bodies/body_file.hpp"
#include "io/bodies/body_origin.hpp"
#include "io/bodies/picture_scale.hpp"
#include "io/step_clock.hpp"

namespace tasuki::io {

class Hdf5Reader;

struct Snapshot {
    nbody::Bodies bodies;
    double time = 0;
    std::uint64_t step = 0;
    double eps = 0, gravity = 1;
    std::string precision;  ///< "single", "mixed" or "double"
    BodyOrigin origin;
    StepClock clock;
    double start_time = 0;
    nbody::Sums start;  ///< at start_time
    std::optional<PictureScale> scale{};
};

/// Complete or not at all; see AtomicFile.
/// @throws UsageError  it cannot be written
void write_snapshot(const std::string& path, const Snapshot& snapshot);

/// @throws InputError  not a whole snapshot of ours
Snapshot read_snapshot(const Source& source);

/// @throws InputError  without these datasets, or with numbers that no bodies
///                     have
BodyFile parse_hdf5(const Source& source, const Hdf5Reader& file);

}  // namespace tasuki::io

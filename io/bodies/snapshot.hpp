// Our own files, HDF5: the state of a run after a step, and all that is needed
// to go on from it.  Every snapshot is a checkpoint.
//
//   /mass             (n)      double
//   /position         (n, 3)   double; x, y, z; from the attribute `origin`
//                              (x, y, z), which bodies far from 0 have
//   /velocity         (n, 3)   double
//     each with an attribute `unit`
//   /table            (lines, 14)  the printed table so far; see BodyLine
//   / attributes      those of all checkpoints (io/hdf5/checkpoint.hpp),
//                     conventions, units, eps, gravity, precision, and where
//                     the bodies came from: model (with n, seed, w0 or
//                     virial_ratio) or input
//   /start attributes time, mass, kinetic, potential, centre, momentum,
//                     angular_momentum
//   /picture attributes  width, brightest, of a run with pictures
//   /Header, /PartType1  names of GADGET for the three datasets, without an
//                        `origin`
//
// For `--in`, the three datasets do, by whatever program; `time` is read where
// it is there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codelets/nbody/sums.hpp"
#include "io/bodies/body_file.hpp"
#include "io/bodies/body_origin.hpp"
#include "io/bodies/picture_scale.hpp"
#include "io/step_clock.hpp"

namespace tasuki::io {

class Hdf5Reader;

/// A line of the table that a run prints.
struct BodyLine {
    double step = 0;  ///< a whole number
    double time = 0;
    nbody::Sums sums;
};

struct Snapshot : RunTime {
    nbody::Bodies bodies;
    double eps = 0, gravity = 1;
    std::string precision;  ///< "single", "mixed" or "double"
    BodyOrigin origin;
    nbody::Sums start;            ///< at start_time
    std::vector<BodyLine> table;  ///< newest last
    std::optional<PictureScale> scale{};
};

/// Complete or not at all; see AtomicFile.  Any thread may call.
/// @throws UsageError  it cannot be written
void write_snapshot(const std::string& path, const Snapshot& snapshot);

/// @throws InputError  not a whole snapshot of ours
Snapshot read_snapshot(const Source& source);

/// @throws InputError  without these datasets, or with numbers that no bodies
///                     have
BodyFile parse_hdf5(const Source& source, const Hdf5Reader& file);

}  // namespace tasuki::io

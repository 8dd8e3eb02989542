// The state of `tasuki solve` after some of its sources, HDF5: what was solved,
// for which problem, and how far the next source is.
//
//   / attributes   those of all checkpoints (io/hdf5/checkpoint.hpp), and
//                  gauge, x, y, z, t, links_crc32, kappa, csw, mu, bc_t,
//                  source, solver, tolerance, precision, solved (their number),
//                  running
//   /solutions     datasets 0, 1 ... of the solved sources, as in the
//   propagator's
//                  file (propagator_file.hpp), with more attributes: name,
//                  seconds, iterations_seconds, inner
//   /running       datasets 0, 1 ... of x of the next sources as it is, with
//                  the same attributes; `running` counts them
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codelets/lattice/gauge_field.hpp"
#include "io/propagator/propagator_file.hpp"
#include "io/source.hpp"

namespace tasuki::io {

/// What the solutions depend on.
struct SolveProblem {
    std::string gauge;  ///< file, or how the links were made; for people
    lattice::Extents extents;
    std::uint32_t links_crc32;
    double kappa, csw, mu;
    std::string bc_t, source, solver;
    double tolerance;
    std::string precision;  ///< "double" or "mixed with half"
};

struct SolveState {
    SolveProblem problem;
    std::vector<PropagatorColumn> solved{};   ///< in the order of the sources
    std::vector<PropagatorColumn> running{};  ///< those that follow
};

/// The part of a region in the CRC-32 (zlib's) of the links of a lattice in
/// double, as they are in memory: that of all is the sum modulo 2 (xor) of the
/// parts.
/// @param own  a part of the field's region
std::uint32_t crc32_of(const lattice::GaugeField& u,
                       const lattice::Region& own);

/// Complete or not at all; see AtomicFile.
/// @throws UsageError  it cannot be written
void write_solve_checkpoint(const std::string& path, const SolveState& state);

/// @throws InputError  not a whole checkpoint of a solve
SolveState read_solve_checkpoint(const Source& source);

}  // namespace tasuki::io

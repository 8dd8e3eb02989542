// The state of a quenched run after a sweep, HDF5, and all that is needed to go
// on from it.
//
//   /links         (T, Z, Y, X, 4, 3, 3, 2)  double: direction, row, column,
//                  real and imaginary part
//   /history       (lines, 4)  the plaquettes so far; see SweepLine
//   / attributes   those of all checkpoints (io/hdf5/checkpoint.hpp), and beta,
//                  seed, start, overrelaxation, measure_every, sweep, plaquette
//
// Random numbers are counter-based: seed and sweep name those that follow.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codelets/lattice/observables.hpp"
#include "io/source.hpp"

namespace tasuki::io {

struct SweepLine {
    double sweep = 0;  ///< a whole number
    lattice::Plaquette plaquette{};
};

struct QuenchedState {
    lattice::GaugeField field;
    double beta = 0;
    std::uint64_t seed = 0;
    std::string start;  ///< "cold" or "hot"
    int overrelaxation = 0;
    std::uint64_t measure_every = 0;
    std::uint32_t sweep = 0;           ///< the last one that is done
    std::vector<SweepLine> history{};  ///< of every `measure_every`th sweep
};

/// Complete or not at all; see AtomicFile.
/// @throws UsageError  it cannot be written
void write_quenched(const std::string& path, const QuenchedState& state);

/// @throws InputError  not a whole checkpoint of a quenched run
QuenchedState read_quenched(const Source& source);

}  // namespace tasuki::io

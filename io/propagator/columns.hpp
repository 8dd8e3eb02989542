// A solution as a dataset, in the propagator's file and in checkpoints.
#pragma once

#include <string>

#include "io/hdf5/checkpoint.hpp"
#include "io/propagator/propagator_file.hpp"

namespace tasuki::io {

inline constexpr const char* kSolutions = "/solutions";

/// (T, Z, Y, X, 4, 3, 2)
std::vector<hsize_t> column_shape(const lattice::Extents& extents);

/// Of all columns [B].
std::size_t bytes_of(const std::vector<PropagatorColumn>& columns);

/// The dataset at `path`, with its iterations and residual.
void add_column(Hdf5Writer& file, const std::string& path,
                const PropagatorColumn& column);

/// @throws InputError  no such dataset, or not of this lattice
PropagatorColumn read_column(const CheckpointReader& read,
                             const std::string& path,
                             const lattice::Extents& extents);

}  // namespace tasuki::io

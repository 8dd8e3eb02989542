// What `bench wilson` needs of a lattice, asked before anything is measured: a
// second lattice that cannot be computed would lose what the first one took.
#pragma once

#include "drivers/wilson/bench/kernels.hpp"

namespace tasuki::drivers {

/// @throws UsageError        the kernels cannot take it as one block
/// @throws UnavailableError  the host's memory is too small for it
void check_bench_lattice(const lattice::Extents& extents,
                         const KernelBenchOptions& options);

}  // namespace tasuki::drivers

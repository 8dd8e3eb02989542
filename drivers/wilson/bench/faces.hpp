// The kernels of the faces of a block: pack, matvec, merge.
#pragma once

#include "drivers/wilson/bench/kernels.hpp"

namespace tasuki::drivers {

/// Adds rows for faces of T and X ("pack t", "pack x", ...).  The three
/// kernels are checked as a chain: together they are one hopping term.
/// @throws NumericsError  the chain differs from the reference
template <class T, int kLinkReals>
void bench_faces(runtime::Context& context, const runtime::Worker& worker,
                 const KernelData& data, const KernelBenchOptions& options,
                 std::vector<KernelRow>& rows);

}  // namespace tasuki::drivers

// tile_sums: |psi|^2 of a field, from the kernel that writes it.  The kernel
// keeps a sum for each tile of eight sites, and these make partial sums as
// linalg/norm2 makes them in a pass of its own, which reads 24 reals of each
// site again.  They are the same bits for any number of threads, of columns,
// and for any launch on a GPU.
#pragma once

#include "codelets/linalg/partial_sums.hpp"
#include "codelets/wilson/layout.hpp"
#include "codelets/wilson/target.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::wilson {

/// What such a kernel takes beside its fields.
struct TileSums {
    runtime::Write<double> partials;  // (columns)(linalg::kPartials)
    runtime::Write<double> of_tiles;  // (columns)(tiles), for the task alone
};

/// The partial sums, from those of the tiles.
void add_tiles_cpu(const TileSums& sums) noexcept;
void add_tiles_gpu(const TileSums& sums, gpu::Stream stream) noexcept;

#if defined(TASUKI_GPU_CODE)
namespace on_gpu {

/// Keeps the sum of a tile, of whose sites eight neighbouring threads have one
/// each.
/// @param site  number in the field of all columns
TASUKI_DEVICE void store_tile_sum(double* of_tiles, std::size_t site,
                                  double of_site) {
    TASUKI_UNROLL(3)
    for (int bit = 1; bit < kTile; bit *= 2)
        of_site += gpu::from_lane_xor(of_site, bit);
    if (site % kTile == 0) of_tiles[site / kTile] = of_site;
}

}  // namespace on_gpu
#endif

}  // namespace tasuki::wilson

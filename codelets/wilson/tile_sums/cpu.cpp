#include "codelets/linalg/sums_cpu.hpp"
#include "codelets/wilson/tile_sums/tile_sums.hpp"

namespace tasuki::wilson {

void add_tiles_cpu(const TileSums& sums) noexcept {
    const double* const of_tiles = sums.of_tiles;
    linalg::sum_on_cpu<1, double>(
        sums.of_tiles.size(), sums.partials,
        [of_tiles](std::size_t i) { return linalg::Sums<1>{{of_tiles[i]}}; });
}

}  // namespace tasuki::wilson

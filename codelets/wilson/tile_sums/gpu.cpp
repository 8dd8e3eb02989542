#include "codelets/linalg/sums_gpu.hpp"
#include "codelets/wilson/tile_sums/tile_sums.hpp"

namespace tasuki::wilson {

namespace {

struct OfTile {
    const double* of_tiles;
    TASUKI_HD linalg::Sums<1> operator()(std::size_t i) const {
        return {{of_tiles[i]}};
    }
};

}  // namespace

void add_tiles_gpu(const TileSums& sums, gpu::Stream stream) noexcept {
    linalg::sum_on_gpu<1, linalg::kSumThreads>(
        sums.of_tiles.size(), sums.partials, OfTile{sums.of_tiles}, stream,
        "tile sums");
}

}  // namespace tasuki::wilson

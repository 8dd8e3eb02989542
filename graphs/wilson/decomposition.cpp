#include "graphs/wilson/decomposition.hpp"

#include <fmt/format.h>

#include "runtime/error.hpp"

namespace tasuki::graphs::wilson {

Decomposition::Decomposition(const lattice::Extents& whole,
                             const lattice::Extents& grid)
    : whole_{whole}, grid_{grid} {
    for (int mu = 0; mu < lattice::kDimensions; ++mu) {
        if (whole[mu] % grid[mu] != 0)
            throw runtime::UsageError(fmt::format(
                "blocks {} do not divide the lattice {}: {} sites in "
                "direction {} by {}",
                lattice::to_string(grid), lattice::to_string(whole), whole[mu],
                "XYZT"[mu], grid[mu]));
        block_.n[mu] = whole[mu] / grid[mu];
        if (block_[mu] % 2 != 0)
            throw runtime::UsageError(fmt::format(
                "lattice {} in blocks {}: even extents needed, found {} in "
                "direction {} of a block",
                lattice::to_string(whole), lattice::to_string(grid), block_[mu],
                "XYZT"[mu]));
    }
}

lattice::Coordinates Decomposition::origin(int block) const {
    lattice::Coordinates c = grid_.coordinates(block);
    for (int mu = 0; mu < lattice::kDimensions; ++mu) c[mu] *= block_[mu];
    return c;
}

int Decomposition::neighbour(int block, int mu, int step) const {
    return static_cast<int>(
        grid_.index(grid_.shifted(grid_.coordinates(block), mu, step)));
}

bool Decomposition::is_last(int block, int mu) const {
    return grid_.coordinates(block)[mu] == grid_[mu] - 1;
}

}  // namespace tasuki::graphs::wilson

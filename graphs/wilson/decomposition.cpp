#include "graphs/wilson/decomposition.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/core/error.hpp"

namespace tasuki::graphs::wilson {

Decomposition::Decomposition(const lattice::Extents& whole,
                             const lattice::Extents& grid,
                             const RankGrid& ranks)
    : whole_{whole}, grid_{grid}, ranks_{ranks} {
    for (int mu = 0; mu < lattice::kDimensions; ++mu) {
        if (grid[mu] < 1)
            throw runtime::UsageError(fmt::format(
                "blocks: expected 1 or more in direction {}, found {}",
                "XYZT"[mu], grid[mu]));
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
        if (grid[mu] % ranks.ranks[mu] != 0)
            throw runtime::UsageError(fmt::format(
                "ranks {} do not divide the blocks {}: {} blocks in direction "
                "{} by {}",
                lattice::to_string(ranks.ranks), lattice::to_string(grid),
                grid[mu], "XYZT"[mu], ranks.ranks[mu]));
    }
    for (int b = 0; b < blocks(); ++b)
        if (is_local(b)) local_blocks_.push_back(b);
}

int Decomposition::block_of(lattice::Coordinates site) const {
    for (int mu = 0; mu < lattice::kDimensions; ++mu) site[mu] /= block_[mu];
    return static_cast<int>(grid_.index(site));
}

int Decomposition::owner(int block) const {
    lattice::Coordinates c = grid_.coordinates(block);
    for (int mu = 0; mu < lattice::kDimensions; ++mu)
        c[mu] /= grid_[mu] / ranks_.ranks[mu];
    return static_cast<int>(ranks_.ranks.index(c));
}

lattice::Region Decomposition::local_region() const {
    lattice::Extents extents;
    lattice::Coordinates first = ranks_.ranks.coordinates(ranks_.rank);
    for (int mu = 0; mu < lattice::kDimensions; ++mu) {
        extents.n[mu] = whole_[mu] / ranks_.ranks[mu];
        first[mu] *= extents[mu];
    }
    return {whole_, first, extents};
}

int Decomposition::local_index(int block) const {
    return static_cast<int>(
        std::lower_bound(local_blocks_.begin(), local_blocks_.end(), block) -
        local_blocks_.begin());
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

int fitting_t_blocks(int t_sites, int wanted) {
    int blocks = std::max(wanted, 1);
    while (t_sites % (2 * blocks) != 0 && blocks > 1) --blocks;
    return blocks;
}

}  // namespace tasuki::graphs::wilson

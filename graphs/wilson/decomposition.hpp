// A lattice cut into a grid of equal blocks, and these among the ranks.
#pragma once

#include <vector>

#include "codelets/lattice/region.hpp"

namespace tasuki::graphs::wilson {

/// Ranks along X, Y, Z, T; the first one coordinates (0, 0, 0, 0), X fastest.
struct RankGrid {
    lattice::Extents ranks{{1, 1, 1, 1}};
    int rank = 0;  ///< this one
};

class Decomposition {
  public:
    /// @param grid   numbers of blocks along X, Y, Z, T
    /// @param ranks  each takes an equal box of the grid
    /// @throws UsageError  a number below 1, the grid does not divide the
    ///                     lattice, or the ranks the grid, or a block would
    ///                     have an odd extent
    Decomposition(const lattice::Extents& whole, const lattice::Extents& grid,
                  const RankGrid& ranks = {});

    const lattice::Extents& whole() const { return whole_; }
    const lattice::Extents& grid() const { return grid_; }
    const lattice::Extents& block() const { return block_; }
    int blocks() const { return static_cast<int>(grid_.volume()); }

    const RankGrid& ranks() const { return ranks_; }
    /// The block that holds a site of the lattice.
    int block_of(lattice::Coordinates site) const;
    /// The rank that keeps and computes a block.
    int owner(int block) const;
    bool is_local(int block) const { return owner(block) == ranks_.rank; }
    /// The blocks of this rank, in order.
    const std::vector<int>& local_blocks() const { return local_blocks_; }
    /// The box of the lattice that they make.
    lattice::Region local_region() const;
    /// Place of a local block among them.
    int local_index(int block) const;

    /// Whether a block has neighbours in this direction; where the grid has
    /// one block only, the block is its own neighbour and wraps around.
    bool cut(int mu) const { return grid_[mu] > 1; }

    /// First site of a block in the lattice.
    lattice::Coordinates origin(int block) const;
    /// The block one step (+1, -1) away, periodic.
    int neighbour(int block, int mu, int step) const;
    /// Whether the step +1 from this block goes around the lattice.
    bool is_last(int block, int mu) const;

  private:
    lattice::Extents whole_, grid_, block_;
    RankGrid ranks_;
    std::vector<int> local_blocks_;
};

/// Blocks of even extent along T, as many as `wanted` or the next fewer that
/// cut `t_sites`.
int fitting_t_blocks(int t_sites, int wanted);

}  // namespace tasuki::graphs::wilson

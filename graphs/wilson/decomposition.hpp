// A lattice cut into a grid of equal blocks.
#pragma once

#include <array>

#include "codelets/lattice/extents.hpp"

namespace tasuki::graphs::wilson {

class Decomposition {
  public:
    /// @param grid  numbers of blocks along X, Y, Z, T
    /// @throws UsageError  the grid does not divide the lattice, or a block
    ///                     would have an odd extent
    Decomposition(const lattice::Extents& whole, const lattice::Extents& grid);

    const lattice::Extents& whole() const { return whole_; }
    const lattice::Extents& grid() const { return grid_; }
    const lattice::Extents& block() const { return block_; }
    int blocks() const { return static_cast<int>(grid_.volume()); }

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
};

}  // namespace tasuki::graphs::wilson

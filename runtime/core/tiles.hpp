// A square matrix in square tiles, each of which is a Matrix of its own.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "runtime/core/matrix.hpp"

namespace tasuki::runtime {

/// Tile (i, j), in row i and column j of tiles, for j <= i: those of a lower
/// triangle.  It ends before its Context does.
template <class T>
requires std::is_trivially_copyable_v<T>
class LowerTiles {
  public:
    /// @param count  tiles along a side of the matrix
    /// @param side   rows and columns of a tile
    LowerTiles(Context& context, int count, int side) : count_{count} {
        const auto elements = static_cast<std::size_t>(side);
        for (int n = 0; n < number(count, 0); ++n)
            tiles_.emplace_back(context, elements, elements);
    }

    /// Tiles along a side.
    int count() const { return count_; }
    /// `j` <= `i`, below count(); it is not checked.
    Matrix<T>& operator()(int i, int j) {
        return tiles_[static_cast<std::size_t>(number(i, j))];
    }
    /// Calls use(i, j, tile) for all, row by row.
    template <class Use>
    void each(const Use& use) {
        for (int i = 0; i < count_; ++i)
            for (int j = 0; j <= i; ++j) use(i, j, (*this)(i, j));
    }

  private:
    static int number(int i, int j) { return i * (i + 1) / 2 + j; }

    int count_;
    std::vector<Matrix<T>> tiles_;
};

}  // namespace tasuki::runtime

// Matrices that StarPU moves to the memory where they are needed, and square
// ones in square tiles, each of which is a Matrix of its own.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "runtime/core/data.hpp"

namespace tasuki::runtime {

/// `rows` x `columns`, by columns as BLAS has them.
template <class T>
requires std::is_trivially_copyable_v<T>
class Matrix : public Data {
  public:
    /// Without a home, as Array.
    Matrix(Context& context, std::size_t rows, std::size_t columns)
        : Matrix{context, nullptr, rows, columns, rows} {}
    /// Over memory of the caller, which outlives it and belongs to the tasks
    /// while it lives: a whole matrix, or a tile of one.
    /// @param leading  elements from one column to the next
    Matrix(Context& context, T* memory, std::size_t rows, std::size_t columns,
           std::size_t leading)
        : Data{context, memory, leading, rows, columns, sizeof(T)},
          rows_{rows},
          columns_{columns} {}

    /// Elements of a column.
    std::size_t rows() const { return rows_; }
    /// Elements of a row.
    std::size_t columns() const { return columns_; }

    /// The elements in host memory, for one scope.
    template <class U, Access kAccess>
    class Host : public Data::HostAccess {
      public:
        /// Waits; read(), write() and update() of the matrix make it.
        explicit Host(const Matrix& matrix)
            : HostAccess{matrix, kAccess},
              rows_{matrix.rows_},
              columns_{matrix.columns_} {}
        /// Valid as long as this object.
        MatrixView<U, kAccess> view() const {
            return {static_cast<U*>(this->pointer()), rows_, columns_,
                    this->leading()};
        }
        /// Both count from 0; they are not checked.
        U& operator()(std::size_t row, std::size_t column) const {
            return view()(row, column);
        }

      private:
        std::size_t rows_, columns_;
    };

    /// Waits for the tasks that use the matrix; tasks submitted later wait for
    /// the end of the scope.
    Host<const T, Access::read> read() const {
        return Host<const T, Access::read>{*this};
    }
    /// As read(), to replace all elements: what they were before is undefined.
    Host<T, Access::write> write() { return Host<T, Access::write>{*this}; }
    /// As read(), to change elements.
    Host<T, Access::update> update() { return Host<T, Access::update>{*this}; }

  private:
    std::size_t rows_, columns_;
};

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

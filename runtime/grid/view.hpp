// What a kernel sees of a block of a grid: cells by their indices, from cell 0
// of the block.
//
//   TASUKI_HD static void at(int i, int j, Args, WriteGrid<double, 2> next,
//                            ReadHalo<double, 2> u) {
//       next(i, j) = u(i - 1, j) + u(i + 1, j);
//   }
//
// GPU compilers read this.
#pragma once

#include <type_traits>

#include "runtime/core/view.hpp"
#include "runtime/grid/frame.hpp"

namespace tasuki::runtime {

/// A block of D directions, 1 to 4, of which the last is contiguous.
/// @tparam T      const for what is only read
/// @tparam kHalo  whether the kernel reads cells of the neighbours
template <class T, int D, Access kAccess, bool kHalo>
class GridView {
    static_assert(D >= 1 && D <= detail::kDirections,
                  "a grid has 1 to 4 directions");
    static_assert(std::is_const_v<T> == (kAccess == Access::read),
                  "only what is read is const");

  public:
    using Element = T;                         ///< const for what is only read
    static constexpr Access access = kAccess;  ///< what a task does with it
    static constexpr int dims = D;             ///< directions
    static constexpr bool halo_is_read = kHalo;  ///< as the template says

    GridView() = default;
    /// @param memory  of the block with its halo; outlives the view
    TASUKI_HD GridView(T* memory, const detail::Frame& frame)
        : cell_{memory + frame.origin()}, halo_{frame.halo} {
        for (int d = 0; d < D; ++d) {
            extent_[d] = frame.extent[kBefore + d];
            first_[d] = frame.first[kBefore + d];
            stride_[d] = frame.stride(kBefore + d);
        }
    }

    /// A cell: each index counts from 0 to below extent(); with a halo from
    /// -halo() to below extent() + halo().  It is not checked.
    template <class... Index>
    TASUKI_HD T& operator()(Index... index) const {
        static_assert(sizeof...(Index) == D, "one index for each direction");
        const int at[D]{static_cast<int>(index)...};
        int n = at[D - 1];
        for (int d = 0; d < D - 1; ++d) n += at[d] * stride_[d];
        return cell_[n];
    }
    /// Cells of the block along direction d, without the halo.
    TASUKI_HD int extent(int d) const { return extent_[d]; }
    /// Number in the whole domain of cell 0 of the block, along direction d.
    TASUKI_HD int first(int d) const { return first_[d]; }
    /// Elements from one cell to the next along direction d.
    TASUKI_HD int stride(int d) const { return stride_[d]; }
    /// Further cells on each side.
    TASUKI_HD int halo() const { return halo_; }

  private:
    static constexpr int kBefore = detail::kDirections - D;
    T* cell_ = nullptr;  // cell 0
    int stride_[D]{}, extent_[D]{}, first_[D]{};
    int halo_ = 0;
};

/// Cells that are only read, and none of a neighbour.
template <class T, int D>
using ReadGrid = GridView<const T, D, Access::read, false>;
/// Cells that are only read, also those of the neighbours in the halo.
template <class T, int D>
using ReadHalo = GridView<const T, D, Access::read, true>;
/// Every cell is written, and none is read before.
template <class T, int D>
using WriteGrid = GridView<T, D, Access::write, false>;
/// Cells that are read and changed, without those of the neighbours.
template <class T, int D>
using UpdateGrid = GridView<T, D, Access::update, false>;
/// Cells that are read and changed, and cells of the neighbours, which are as
/// they were before the sweep.
template <class T, int D>
using UpdateHalo = GridView<T, D, Access::update, true>;

}  // namespace tasuki::runtime

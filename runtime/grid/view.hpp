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

#include <cstdint>
#include <type_traits>

#include "runtime/core/view.hpp"
#include "runtime/gpu/code.hpp"

namespace tasuki::runtime {

// Where the cells of a block are in its memory, and which of them make a face.
// A block of D directions has `halo` further cells on each side of each.  Here
// every block has four directions: those that it lacks come first, with one
// cell and no halo.
namespace detail {

/// Directions of the blocks here.
inline constexpr int kDirections = 4;
/// Faces of a block: direction d has 2 d at its low end and 2 d + 1 at its
/// high end.
inline constexpr int kFaces = 2 * kDirections;

/// Bits of faces.
using FaceMask = std::uint8_t;

constexpr FaceMask mask_of(int face) {
    return static_cast<FaceMask>(1 << face);
}

/// Cells [begin, begin + extent) of each direction, relative to cell 0.
struct Box {
    int begin[kDirections], extent[kDirections];

    TASUKI_HD int size() const {
        int n = 1;
        for (int d = 0; d < kDirections; ++d) n *= extent[d];
        return n;
    }
    /// Number of a cell of the box, in the order of memory; -1: it is outside.
    TASUKI_HD int number_of(const int (&cell)[kDirections]) const {
        int n = 0;
        for (int d = 0; d < kDirections; ++d) {
            const int at = cell[d] - begin[d];
            if (at < 0 || at >= extent[d]) return -1;
            n = n * extent[d] + at;
        }
        return n;
    }
};

/// One block, and the faces that a task has of it.
struct Frame {
    int extent[kDirections];  ///< cells without halo
    int first[kDirections];   ///< number of cell 0 in the whole domain
    int halo;                 ///< cells on each side of a direction
    std::uint8_t dims;        ///< directions that it has, the last ones
    std::uint8_t joined;      ///< bit d: direction d is cut or periodic
    std::uint8_t corners;     ///< 1: faces have cells of the halo, too
    FaceMask comes;           ///< faces of neighbours that the task reads
    FaceMask leaves;          ///< own faces that the task writes

    TASUKI_HD int halo_of(int d) const {
        return d < kDirections - dims ? 0 : halo;
    }
    /// Elements from one cell to the next along `d`.
    TASUKI_HD int stride(int d) const {
        int n = 1;
        for (int e = d + 1; e < kDirections; ++e)
            n *= extent[e] + 2 * halo_of(e);
        return n;
    }
    /// Elements before cell 0.
    TASUKI_HD int origin() const {
        int n = 0;
        for (int d = 0; d < kDirections; ++d) n += halo_of(d) * stride(d);
        return n;
    }
    /// Cells of a face: `own` ones, for the neighbour, or those of the halo
    /// that are copies of the neighbour's.  Both have the same extents.
    TASUKI_HD Box box_of(int face, bool own) const {
        Box box{};
        for (int d = 0; d < kDirections; ++d) {
            // Directions whose halo is complete when the face is made.
            const bool wide =
                corners != 0 && (d < face / 2 || (joined >> d & 1) == 0);
            const int more = wide ? halo_of(d) : 0;
            box.begin[d] = -more;
            box.extent[d] = extent[d] + 2 * more;
        }
        const int d = face / 2;
        const bool high = face % 2 == 1;
        box.extent[d] = halo;
        if (own)
            box.begin[d] = high ? extent[d] - halo : 0;
        else
            box.begin[d] = high ? extent[d] : -halo;
        return box;
    }
};

}  // namespace detail

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

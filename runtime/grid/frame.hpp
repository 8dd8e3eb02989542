// Where the cells of a block are in its memory, and which of them make a face.
// For runtime/grid/ alone; GPU compilers read this.
//
// A block of D directions has `halo` further cells on each side of each
// direction.  The last direction is contiguous.  Here every block has four
// directions: those that it lacks come first, with one cell and no halo.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/gpu/code.hpp"

namespace tasuki::runtime::detail {

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

}  // namespace tasuki::runtime::detail

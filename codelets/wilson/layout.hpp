// How the records of sites (spinors, half-spinors, links) lie in memory.
//
// Sites come in tiles of eight.  Inside a tile the reals of a record are cut
// into groups of 16 bytes, and group g of the eight sites is one run of 128
// bytes: (tiles)(groups)(8 sites)(16 bytes).  A warp reads whole 128-byte
// lines with 16-byte loads; a CPU reads eight sites with aligned vector loads.
// Reals that do not fill a group (the last two of 18 in single precision) make
// a narrower run at the end of the tile.
#pragma once

#include <cstddef>

namespace tasuki::wilson {

inline constexpr int kTile = 8;  ///< sites in a tile

inline constexpr int kSpinorReals = 24;      ///< (4 spins)(3 colours)(re, im)
inline constexpr int kHalfSpinorReals = 12;  ///< (2 spins)(3 colours)(re, im)

/// Layout of records of `kReals` numbers of type T.
template <class T, int kReals>
struct Record {
    static constexpr int kVector = 16 / sizeof(T);  ///< reals in a group
    static constexpr int kGroups = kReals / kVector;
    static constexpr int kRest = kReals % kVector;
    static constexpr std::size_t kTileReals = std::size_t{kReals} * kTile;

    /// Offset in its tile of the first real of group `g` of `lane` [reals].
    static constexpr int group(int g, int lane) {
        return (g * kTile + lane) * kVector;
    }
    /// The same for the rest that does not fill a group.
    static constexpr int rest(int lane) {
        return kGroups * kTile * kVector + lane * kRest;
    }
    /// Offset in its tile of real `c` of `lane` [reals].
    static constexpr int offset(int c, int lane) {
        const int g = c / kVector;
        return (g < kGroups ? group(g, lane) : rest(lane)) + c % kVector;
    }
};

template <class T>
using SpinorRecord = Record<T, kSpinorReals>;
template <class T>
using HalfSpinorRecord = Record<T, kHalfSpinorReals>;
/// A link of 18 reals (3 rows) or 12 (2 rows; the third is the conjugate of
/// their cross product).  The four links that leave a site follow one another:
/// (tiles)(4 directions)(record).
template <class T, int kLinkReals>
using LinkRecord = Record<T, kLinkReals>;

}  // namespace tasuki::wilson

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
#include <cstdint>
#include <type_traits>

namespace tasuki::wilson {

inline constexpr int kTile = 8;  ///< sites in a tile

inline constexpr int kSpinorReals = 24;      ///< (4 spins)(3 colours)(re, im)
inline constexpr int kHalfSpinorReals = 12;  ///< (2 spins)(3 colours)(re, im)

/// 'Half' precision: reals as multiples of 1/32767, of 1 in links and of the
/// site's largest component in spinors.  Computed with in float.
using Fixed16 = std::int16_t;
inline constexpr float kFixedOne = 32767;

/// Number type in which stored reals of type T are computed with.
template <class T>
using Compute = std::conditional_t<std::is_same_v<T, double>, double, float>;

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

/// In 'half' precision the scales of the eight sites, one float each, follow
/// their reals; a stored q stands for scale * q / 32767.
template <class T, int kReals>
struct ScaledRecord : Record<T, kReals> {
    static constexpr std::size_t kTileReals =
        Record<T, kReals>::kTileReals +
        (std::is_same_v<T, Fixed16> ? kTile * sizeof(float) / sizeof(T) : 0);

    /// Offset in its tile of the scale of `lane` [reals]; two reals long.
    static constexpr int scale(int lane) {
        return static_cast<int>(Record<T, kReals>::kTileReals) + 2 * lane;
    }
};
template <class T>
using SpinorRecord = ScaledRecord<T, kSpinorReals>;
template <class T>
using HalfSpinorRecord = ScaledRecord<T, kHalfSpinorReals>;
/// A link of 18 reals (3 rows), 12 (2 rows; the third is the conjugate of
/// their cross product) or 8 (eight_reals.hpp).  The four links that leave a
/// site follow one another: (tiles)(4 directions)(record).
template <class T, int kLinkReals>
using LinkRecord = Record<T, kLinkReals>;

}  // namespace tasuki::wilson

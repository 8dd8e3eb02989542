// Sums over the elements of arrays as kPartials partial sums in double, each of
// an equal part: the same bits for any number of threads.  What needs the sums
// adds the parts up where it computes, and the host never sees them.
#pragma once

#include <cstddef>

#include "runtime/core/view.hpp"

namespace tasuki::linalg {

inline constexpr int kPartials = 256;

/// Several sums of one pass.
template <int kSums>
struct Sums {
    double v[kSums];
};

/// First element of part `p`, of an array of `size`.
TASUKI_HD std::size_t part_begin(std::size_t size, std::size_t p) {
    return size * p / kPartials;
}

/// Partial sums as a task wrote them: (columns)(sums)(kPartials).
using Partials = runtime::Read<double>;

/// One column of the fields of a solver.  A field has a column for each
/// right-hand side that is solved for at once, one after another in memory:
/// (columns)(elements).  Each column has sums and scalars of its own, so its
/// numbers do not depend on how many columns there are.
struct Column {
    std::size_t number;
    std::size_t size;  ///< of each column [elements]

    /// Of the whole field.
    std::size_t first_element() const { return number * size; }
};

/// Columns of which a pass made so many sums.
inline int columns_in(Partials partials, int sums) {
    return static_cast<int>(partials.size() / (sums * kPartials));
}

/// Sums that a kernel of scalars takes at most, of all its arrays.
inline constexpr int kMostTotals = 4;

}  // namespace tasuki::linalg

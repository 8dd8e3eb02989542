// Spectra and fields on a grid, spread over the workers of all ranks.
#pragma once

#include <vector>

#include "codelets/sphere/latitudes.hpp"
#include "runtime/core/array.hpp"

namespace tasuki::graphs::sphere {

/// What the first values of several spectra or fields come from.
enum class Filled {
    by_assign,  ///< the host gives one after another, and all are zeros before
    by_tasks    ///< these write all of them
};

/// K spectra: of each rank the orders that it has.
struct Spectra {
    int count;                                             ///< K
    runtime::Array<tasuki::sphere::Complex> coefficients;  ///< (K, S)
};

/// K fields on the grid.
struct Fields {
    int count;  ///< K
    /// (blocks of the transform), each (K, 2, pairs, I): northern latitudes
    /// from the pole on and their mirror images.  Of blocks of other ranks,
    /// one number.
    std::vector<runtime::Array<double>> block;
};

}  // namespace tasuki::graphs::sphere

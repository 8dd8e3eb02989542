// What the CPU does of Add and Multiply.
#pragma once

#include <cstddef>

namespace tasuki::wilson::clover {

/// out += C in; where `out` is `in`, out = C in.
template <class T>
struct Pass {
    T* out;
    const T* in;
    const T* blocks;
    double twist;
    std::size_t tiles;  ///< of a column
    int columns;
    /// Of |out|^2, (columns)(tiles); null: not needed.
    double* tile_sums;
};

}  // namespace tasuki::wilson::clover

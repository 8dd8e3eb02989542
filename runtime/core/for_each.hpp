// Loops of a kernel over the CPUs of its worker, as gpu::for_each() is over the
// threads of a GPU.
#pragma once

#include <algorithm>
#include <cstddef>

#include "runtime/core/team.hpp"

namespace tasuki::runtime {

/// Iterations for which it is worth to wake another CPU.
inline constexpr std::size_t kWorthACpu = 4096;

/// Calls body(i) for i in [0, n).  `body` must not throw.
template <class Body>
void for_each(int n, const Body& body) {
    const auto range = [&body](std::size_t begin, std::size_t end) {
        const Body own = body;  // stores of the loop cannot change it
        for (std::size_t i = begin; i < end; ++i) own(static_cast<int>(i));
    };
    parallel_ranges(n, 64, range, kWorthACpu);
}

/// Calls body(i, j) for i in [0, rows) and j in [0, columns), j fastest.
template <class Body>
void for_each(int rows, int columns, const Body& body) {
    const auto range = [&body, columns](std::size_t begin, std::size_t end) {
        const Body own = body;
        for (std::size_t i = begin; i < end; ++i)
            for (int j = 0; j < columns; ++j) own(static_cast<int>(i), j);
    };
    parallel_ranges(rows, 1, range, kWorthACpu / std::max(columns, 1));
}

}  // namespace tasuki::runtime

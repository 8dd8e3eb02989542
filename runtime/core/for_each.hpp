// Loops of a kernel over the CPUs of its worker, as gpu::for_each() is over the
// threads of a GPU.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>

#include "runtime/core/team.hpp"

namespace tasuki::runtime {

/// Iterations for which it is worth to wake another CPU.
inline constexpr std::size_t kWorthACpu = 4096;

/// Calls body(i) for i in [0, n), an index of the type of n.
template <std::integral Index, class Body>
void for_each(Index n, const Body& body) {
    const auto range = [&body](std::size_t begin, std::size_t end) {
        const Body own = body;  // stores of the loop cannot change it
        for (std::size_t i = begin; i < end; ++i) own(static_cast<Index>(i));
    };
    parallel_ranges(static_cast<std::size_t>(n), 64, range, kWorthACpu);
}

/// Calls body(i, j) for i in [0, rows) and j in [0, columns), j fastest,
/// indices of the types of these.
template <std::integral Rows, std::integral Columns, class Body>
void for_each(Rows rows, Columns columns, const Body& body) {
    const auto range = [&body, columns](std::size_t begin, std::size_t end) {
        const Body own = body;
        for (std::size_t i = begin; i < end; ++i)
            for (Columns j = 0; j < columns; ++j) own(static_cast<Rows>(i), j);
    };
    const auto of_row = static_cast<std::size_t>(std::max(columns, Columns{1}));
    parallel_ranges(static_cast<std::size_t>(rows), 1, range,
                    kWorthACpu / of_row);
}

}  // namespace tasuki::runtime

// Loops over elements, with and without sums, and totals of these, on the CPU.
// No element depends on another one, which the compiler is told.
#pragma once

#include <algorithm>

#include "codelets/linalg/elements.hpp"
#include "codelets/linalg/partial_sums.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::linalg {

/// Calls body(i), which returns Sums<kSums>, for the elements i of a column.
/// @tparam T        stored type of the fields
/// @param partials  (columns)(kSums)(kPartials)
template <int kSums, class T, class Body>
void sum_on_cpu(const Column& column, double* partials, const Body& body) {
    const std::size_t first = column.first_element(), size = column.size;
    partials += column.number * kSums * kPartials;
    // Independent sums, so that the compiler may keep them in vectors.
    // A site has a loop of its own.
    constexpr std::size_t kLanes = std::is_same_v<T, Fixed16> ? 1 : 8;
    const auto part = [&](const Body& own, std::size_t p) {
        double lanes[kSums][kLanes] = {};
        std::size_t i = first + part_begin(size, p);
        const std::size_t end = first + part_begin(size, p + 1);
        for (; i + kLanes <= end; i += kLanes)
#pragma omp simd
            for (std::size_t k = 0; k < kLanes; ++k) {
                const Sums<kSums> sums = own(i + k);
                for (int s = 0; s < kSums; ++s) lanes[s][k] += sums.v[s];
            }
        for (; i < end; ++i) {
            const Sums<kSums> sums = own(i);
            for (int s = 0; s < kSums; ++s) lanes[s][0] += sums.v[s];
        }
        for (int s = 0; s < kSums; ++s) {
            double total = 0;
            for (const double lane : lanes[s]) total += lane;
            partials[s * kPartials + p] = total;
        }
    };
    const auto range = [&](std::size_t begin, std::size_t end) {
        const Body own = body;  // stores of the loop cannot change it
        for (auto p = begin; p < end; ++p) part(own, p);
    };
    runtime::parallel_ranges(
        kPartials, 1, range,
        runtime::kWorthACpu * kPartials / std::max<std::size_t>(size, 1));
}

/// The same for all columns.
/// @param size  of the fields [elements]
template <int kSums, class T, class Body>
void sum_on_cpu(std::size_t size, runtime::Write<double> partials,
                const Body& body) {
    const auto columns = static_cast<std::size_t>(columns_in(partials, kSums));
    for (std::size_t c = 0; c < columns; ++c)
        sum_on_cpu<kSums, T>(Column{c, size / columns}, partials, body);
}

/// Calls body(i) for the elements i of a column.
template <class T, class Body>
void change_on_cpu(const Column& column, const Body& body) {
    const std::size_t first = column.first_element();
    const auto range = [&body, first](std::size_t begin, std::size_t end) {
        const Body own = body;
        if constexpr (std::is_same_v<T, Fixed16>) {
            for (std::size_t i = begin; i < end; ++i) own(first + i);
        } else {
#pragma omp simd
            for (std::size_t i = begin; i < end; ++i) own(first + i);
        }
    };
    runtime::parallel_ranges(column.size, 64, range, runtime::kWorthACpu);
}

/// Calls pass(column, scalars) for the columns whose solver has not ended.
/// @param size  of the fields [elements]
template <class Scalars, class Pass>
void for_running_columns(runtime::Read<Scalars> scalars, std::size_t size,
                         const Pass& pass) {
    for (std::size_t c = 0; c < scalars.size(); ++c)
        if (scalars[c].course.is_running())
            pass(Column{c, size / scalars.size()}, scalars[c]);
}

/// Calls body(c, totals) for each column c with the sums of all its parts:
/// those of `a`, then of `b`.
template <class Body>
void with_totals_on_cpu(std::size_t columns, const Body& body, Partials a,
                        Partials b = {}) {
    for (std::size_t c = 0; c < columns; ++c) {
        double totals[kMostTotals] = {};
        int count = 0;
        for (const Partials& partials : {a, b}) {
            const std::size_t size = partials.size() / columns;
            for (std::size_t k = 0; k < size; k += kPartials, ++count)
                for (int p = 0; p < kPartials; ++p)
                    totals[count] += partials[c * size + k + p];
        }
        body(c, totals);
    }
}

}  // namespace tasuki::linalg

// Loops over elements, with and without sums, and totals of these, on the CPU.
// No element depends on another one, which the compiler is told.
#pragma once

#include <algorithm>

#include "codelets/linalg/elements.hpp"
#include "codelets/linalg/partial_sums.hpp"
#include "runtime/core/for_each.hpp"

namespace tasuki::linalg {

/// Calls body(i), which returns Sums<kSums>, for i in [0, size).
/// @tparam T        stored type of the fields
/// @param partials  (kSums)(kPartials)
template <int kSums, class T, class Body>
void sum_on_cpu(std::size_t size, double* partials, const Body& body) {
    // Independent sums, so that the compiler may keep them in vectors.
    // A site has a loop of its own.
    constexpr std::size_t kLanes = std::is_same_v<T, Fixed16> ? 1 : 8;
    const auto part = [&](const Body& own, std::size_t p) {
        double lanes[kSums][kLanes] = {};
        std::size_t i = part_begin(size, p);
        const std::size_t end = part_begin(size, p + 1);
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

/// Calls body(i) for i in [0, size).
template <class T, class Body>
void change_on_cpu(std::size_t size, const Body& body) {
    const auto range = [&body](std::size_t begin, std::size_t end) {
        const Body own = body;
        if constexpr (std::is_same_v<T, Fixed16>) {
            for (std::size_t i = begin; i < end; ++i) own(i);
        } else {
#pragma omp simd
            for (std::size_t i = begin; i < end; ++i) own(i);
        }
    };
    runtime::parallel_ranges(size, 64, range, runtime::kWorthACpu);
}

/// Calls body(totals) with the sums of all parts: those of `a`, then of `b`.
template <class Body>
void with_totals_on_cpu(const Body& body, Partials a, Partials b = {}) {
    double totals[kMostTotals] = {};
    int count = 0;
    for (const Partials& partials : {a, b})
        for (std::size_t k = 0; k < partials.size(); k += kPartials, ++count)
            for (int p = 0; p < kPartials; ++p)
                totals[count] += partials[k + p];
    body(totals);
}

}  // namespace tasuki::linalg

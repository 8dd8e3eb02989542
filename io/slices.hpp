// One loop over many sites, shared by the cores that are there, when the parts
// have results or may fail.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <mutex>
#include <vector>

#include "runtime/core/team.hpp"

namespace tasuki::io {

/// Calls body(begin, end) for ranges that cover [0, count), at the same time,
/// with bounds that are multiples of `grain`; returns what the calls returned,
/// in order.  The exception of the first range that threw is thrown again.
template <class Body>
auto map_slices(std::size_t count, std::size_t grain, const Body& body) {
    using Result = decltype(body(std::size_t{}, std::size_t{}));
    struct Slice {
        std::size_t begin;
        std::vector<Result> result;  // one, or none after an exception
        std::exception_ptr error;
    };
    std::vector<Slice> slices;
    std::mutex mutex;
    const auto keep = [&](Slice slice) {
        const std::lock_guard lock{mutex};
        slices.push_back(std::move(slice));
    };
    runtime::parallel_ranges(
        count, grain, [&](std::size_t begin, std::size_t end) {
            try {
                keep({begin, {body(begin, end)}, nullptr});
            } catch (...) {
                keep({begin, {}, std::current_exception()});
            }
        });
    std::ranges::sort(slices, {}, &Slice::begin);
    std::vector<Result> results;
    for (Slice& slice : slices) {
        if (slice.error) std::rethrow_exception(slice.error);
        results.push_back(std::move(slice.result.front()));
    }
    return results;
}

}  // namespace tasuki::io

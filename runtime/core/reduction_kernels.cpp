// Compiled without fused operations, as gpu_reductions.cpp is.
#include "runtime/core/reduction_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "runtime/core/error.hpp"
#include "runtime/core/reductions.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::runtime::detail {

namespace {

/// @param size  of the part, in elements that `of` counts from 0
template <class Reduction, class Of>
typename Reduction::Partial reduce_part(std::size_t size, const Of& of) {
    std::array<typename Reduction::Partial, kLanes> lanes;
    lanes.fill(Reduction::none());
    for (std::size_t first = 0; first < size; first += kLanes) {
        const std::size_t most = std::min<std::size_t>(kLanes, size - first);
        for (std::size_t l = 0; l < most; ++l)
            lanes[l] = Reduction::join(lanes[l], of(first + l));
    }
    for (std::size_t width = kLanes / 2; width > 0; width /= 2)
        for (std::size_t l = 0; l < width; ++l)
            lanes[l] = Reduction::join(lanes[l], lanes[l + width]);
    return lanes[0];
}

template <class First, class... Rest>
std::size_t size_of(const First& first, const Rest&...) {
    return first.size();
}

}  // namespace

template <class Reduction, class... X>
void Partials<Reduction, X...>::cpu(const Args&, Write<Partial> parts, X... x) {
    const std::size_t size = size_of(x...);
    const auto range = [&](std::size_t begin, std::size_t end) {
        for (std::size_t part = begin; part < end; ++part) {
            const std::size_t first = part * kPart;
            parts[part] = reduce_part<Reduction>(
                std::min(kPart, size - first), [=](std::size_t i) {
                    return Reduction::of(x.data()..., first + i);
                });
        }
    };
    parallel_ranges(parts.size(), 1, range);
}

void check_some(const char* reduction, bool any) {
    if (!any)
        throw UsageError(
            fmt::format("{}() of an array without elements", reduction));
}

void check_pairs(const char* reduction, std::size_t x, std::size_t y) {
    if (x != y)
        throw UsageError(fmt::format(
            "{}() of arrays whose blocks differ: {} and {} elements "
            "or blocks",
            reduction, x, y));
}

}  // namespace tasuki::runtime::detail

#include "runtime/core/reduction_types.hpp"

#include "drivers/self/bench/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

std::vector<std::size_t> powers(std::size_t least, std::size_t most,
                                std::size_t factor) {
    std::vector<std::size_t> sizes;
    for (std::size_t size = least; size <= most; size *= factor)
        sizes.push_back(size);
    return sizes;
}

std::vector<std::size_t> messages(std::vector<int> asked) {
    if (asked.empty()) return powers(1 << 10, 1 << 28, 4);
    for (const int size : asked)
        if (size % 4 != 0)
            throw runtime::UsageError(fmt::format(
                "--sizes: expected multiples of 4 bytes, found {}", size));
    std::ranges::sort(asked);
    const auto same = std::ranges::unique(asked);
    return {asked.begin(), same.begin()};
}

}  // namespace

peers::self::Options make_plan(const SelfChoice& choice) {
    return {.experiments = choice.experiments,
            .ways = choice.ways,
            .attributes = powers(4, 1024, 2),
            .kernels = powers(8, 1 << 16, 2),
            .messages = messages(choice.sizes),
            .repetitions = choice.repetitions};
}

}  // namespace tasuki::drivers

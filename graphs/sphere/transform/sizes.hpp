// Sizes in the types of codelets and StarPU.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tasuki::graphs::sphere {

inline std::uint32_t u32(std::size_t n) {
    return static_cast<std::uint32_t>(n);
}

/// Without orders there are no coefficients, but StarPU needs an element.
inline std::size_t at_least_one(std::size_t size) {
    return std::max(size, std::size_t{1});
}

}  // namespace tasuki::graphs::sphere

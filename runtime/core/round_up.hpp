// For runtime/ alone.
#pragma once

#include <cstddef>

namespace tasuki::runtime::detail {

/// The least multiple of `unit` that is not below `size`.
constexpr std::size_t round_up(std::size_t size, std::size_t unit) {
    return (size + unit - 1) / unit * unit;
}

}  // namespace tasuki::runtime::detail

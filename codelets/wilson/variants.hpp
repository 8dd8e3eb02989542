// Names of the variants of a kernel, for performance models.
#pragma once

#include <fmt/format.h>

#include <string>
#include <type_traits>

namespace tasuki::wilson {

/// "interior_double_18"; `link_reals` 0 leaves it out.
template <class T>
std::string variant_name(const char* kernel, int link_reals = 0) {
    const char* precision = std::is_same_v<T, double> ? "double" : "single";
    return link_reals != 0
               ? fmt::format("{}_{}_{}", kernel, precision, link_reals)
               : fmt::format("{}_{}", kernel, precision);
}

}  // namespace tasuki::wilson

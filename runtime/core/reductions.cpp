#include "runtime/core/reductions.hpp"

#include <fmt/format.h>

#include "runtime/core/error.hpp"

namespace tasuki::runtime::detail {

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

#include "runtime/grid/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/core/error.hpp"

namespace tasuki::runtime::detail {

void check_fields(const char* kernel, std::span<const BlockGrid* const> fields,
                  std::span<const bool> reads_halo, bool alike) {
    for (std::size_t n = 0; n < fields.size(); ++n) {
        const BlockGrid& its = *fields[n];
        if (reads_halo[n] && its.layout().halo == 0)
            throw UsageError(
                fmt::format("{} reads the halo of field {}, which has none",
                            kernel, n + 1));
        if (std::ranges::find(fields.first(n), &its) != fields.first(n).end())
            throw UsageError(fmt::format(
                "{} is given field {} twice: one that is read with its halo "
                "and written is an UpdateHalo",
                kernel, n + 1));
        if (!its.has_blocks_of(*fields[0]) ||
            (alike && !its.has_cells_of(*fields[0])))
            throw UsageError(fmt::format(
                "{}: field {} is cut into other blocks than the first", kernel,
                n + 1));
    }
}

}  // namespace tasuki::runtime::detail

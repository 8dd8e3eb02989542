#include "codelets/quenched/plaquette/site.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::quenched::plaquette {

void run_cpu(const Args&, Sums sums, const Links& u) noexcept {
    runtime::parallel_ranges(count_rows(u.extents), 8,
                             [&](std::size_t begin, std::size_t end) {
                                 for (auto row = begin; row < end; ++row)
                                     sums[row] = sums_of_row(u, row);
                             });
}

}  // namespace tasuki::quenched::plaquette

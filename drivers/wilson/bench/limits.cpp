// What `bench wilson` needs of a lattice.
#include <fmt/format.h>

#include <algorithm>

#include "codelets/wilson/hopping/sweep.hpp"
#include "codelets/wilson/transfer.hpp"
#include "codelets/wilson/variants.hpp"
#include "drivers/common/memory.hpp"
#include "drivers/wilson/bench/kernels.hpp"
#include "runtime/core/array.hpp"
#include "runtime/core/error.hpp"
#include "runtime/mpi/ranks.hpp"

namespace tasuki::drivers {

namespace {

using wilson::Fixed16;

/// Of the form that needs most [B].  That is in the sweep `hopping+x`: beside
/// KernelData the links, three halves of a spinor field, the source and the
/// result as tiles, and the result in plain order.
double bytes_per_site(const KernelBenchOptions& options) {
    double most = 0;
    const auto add = [&]<class T>(T, int link_reals) {
        if (!options.wants(wilson::number_name<T>(), link_reals)) return;
        most = std::max(most, 4 * link_reals * wilson::kBytesPerLinkReal<T> +
                                  3.5 * wilson::kBytesPerSpinor<T>);
    };
#define TASUKI_ADD(T, kLinkReals) add(T{}, kLinkReals);
    TASUKI_FOR_STORED_FORMS(TASUKI_ADD)
#undef TASUKI_ADD
    return 4 * sizeof(lattice::Matrix3) + 2 * sizeof(lattice::SpinorSite) +
           most;
}

}  // namespace

void check_bench_lattice(const lattice::Extents& extents,
                         const KernelBenchOptions& options) {
    const bool uncut[lattice::kDimensions] = {};
    const auto geometry = wilson::make_geometry(extents, uncut);
    const int reals = *std::max_element(options.reconstructs.begin(),
                                        options.reconstructs.end());
    const std::size_t links = wilson::link_reals(geometry, reals);
    if (links > runtime::kMostElements)
        throw runtime::UsageError(fmt::format(
            "lattice {}: links of {} reals are {} reals, an array has {} at "
            "most; take fewer reals per link or a smaller lattice",
            lattice::to_string(extents), reals, links, runtime::kMostElements));
    check_memory(
        runtime::mpi_ranks(),
        {.what = fmt::format("a lattice of {}", lattice::to_string(extents)),
         .parts = {{"all", static_cast<double>(extents.volume()) *
                               bytes_per_site(options)}},
         .advice = "take a smaller lattice"});
}

}  // namespace tasuki::drivers

#include "drivers/wilson/memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "codelets/wilson/interior/interior.hpp"
#include "drivers/common/bandwidth.hpp"
#include "runtime/core/resources.hpp"

namespace tasuki::drivers {

namespace {

using graphs::wilson::Decomposition, graphs::wilson::Placement;

/// What StarPU has, as the kernels read it.
template <class T, int kLinkReals>
void add_blocks(MemoryNeed& need, const Decomposition& d, double share) {
    constexpr auto bytes =
        graphs::wilson::WilsonOperator<T, kLinkReals>::device_bytes;
    const int gpus = std::max(1, static_cast<int>(need.gpus.size()));
    const MemoryPart operators{"blocks: links and faces", bytes(d, 0, 1),
                               share * bytes(d, 0, gpus)};
    need.parts.push_back(operators);
    need.parts.push_back(
        {"blocks: spinors", bytes(d, kWilsonFields, 1) - operators.host,
         share * bytes(d, kWilsonFields, gpus) - operators.gpu});
}

/// At the end, when the blocks are gone: what it needs beyond them.
MemoryPart bandwidth_beyond_blocks(const MemoryNeed& need, double blocks,
                                   double run_bytes) {
    const MemoryPart all = bandwidth_memory(run_bytes, !need.gpus.empty());
    return {all.name, std::max(0.0, all.host - blocks),
            std::max(0.0, all.gpu - need.gpu_bytes())};
}

template <class T, int kLinkReals>
void add_parts(MemoryNeed& need, const Decomposition& d, double share,
               const runtime::Ranks& ranks) {
    const double own = static_cast<double>(d.local_region().volume());
    const double before = need.host_bytes();
    add_blocks<T, kLinkReals>(need, d, share);
    const double blocks = need.host_bytes() - before;
    // While the first answer is checked, the third field is not there yet.
    const double answer = own * sizeof(lattice::SpinorSite);
    const double field = need.parts.back().host / kWilsonFields;
    need.parts.push_back({"answer to check", std::max(0.0, answer - field), 0});
    const double bytes = wilson::interior::bytes_per_site<T>(kLinkReals) *
                         static_cast<double>(d.whole().volume()) / ranks.size();
    need.parts.push_back(bandwidth_beyond_blocks(need, blocks, bytes));
}

}  // namespace

MemoryNeed memory_of(const WilsonOptions& options, const WilsonPlan& plan,
                     const runtime::Ranks& ranks) {
    const auto placement = Placement::parse(options.placement);
    const auto here = runtime::find_resources(
        machine(options, placement.name() == Placement::Name::cpu, nullptr));
    graphs::wilson::check_placement(here, placement);
    const auto d = make_decomposition(plan, plan.extents, ranks);
    const auto sites =
        static_cast<double>(d.local_region().with_neighbours().volume());
    MemoryNeed need{
        .what =
            fmt::format("a lattice of {}", lattice::to_string(plan.extents)),
        .parts = {{"links as they are read",
                   has_computed_links(options)
                       ? 0
                       : sites * 4 * sizeof(lattice::Matrix3)},
                  {"source", sites * sizeof(lattice::SpinorSite)}},
        .gpus = here.gpus,
        .on_gpus = placement.needs_gpu() && placement.is_measured()
                       ? IfTooSmall::refuse
                       : IfTooSmall::warn,
        .advice =
            "use --reconstruct 12, --precision single, more ranks or "
            "GPUs, or a smaller lattice"};
    const double share = share_on_gpus(placement, d, here.gpus.size());
    const auto add = [&]<class T>(T) {
        const auto add_with = options.reconstruct == 18   ? add_parts<T, 18>
                              : options.reconstruct == 12 ? add_parts<T, 12>
                                                          : add_parts<T, 8>;
        add_with(need, d, share, ranks);
    };
    options.precision == "single" ? add(float{}) : add(double{});
    return need;
}

}  // namespace tasuki::drivers

// What `bench wilson --engine` is asked to measure, and whether it can be.
#include <fmt/format.h>

#include <algorithm>

#include "codelets/wilson/variants.hpp"
#include "drivers/common/memory.hpp"
#include "drivers/wilson/bench/engine.hpp"
#include "drivers/wilson/bench/engines.hpp"
#include "drivers/wilson/options.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/resources.hpp"
#include "runtime/mpi/ranks.hpp"

namespace tasuki::drivers {

namespace {

using graphs::wilson::Decomposition, graphs::wilson::Placement;
using graphs::wilson::WilsonOperator;
using runtime::UnavailableError, runtime::UsageError;

/// The largest of what `bytes(number, link reals)` gives for the forms asked.
template <class Bytes>
double largest_of_forms(const EngineBenchOptions& o, const Bytes& bytes) {
    double most = 0;
    const auto add = [&]<class T>(T number) {
        for (const int reals : o.reconstructs)
            if (o.wants(wilson::number_name<T>(), reals))
                most = std::max(most, bytes(number, reals));
    };
    add(double{});
    add(float{});
    return most;
}

/// Links and source in plain order, an answer beside them, and what every
/// engine keeps [B/site].
double host_bytes_per_site(const EngineBenchOptions& o) {
    const double engines = static_cast<double>(o.engines.size());
    return 4 * sizeof(lattice::Matrix3) + 2 * sizeof(lattice::SpinorSite) +
           largest_of_forms(o, [&]<class T>(T, int reals) {
               return engines * sizeof(T) *
                      (4 * reals + kEngineFields * wilson::kSpinorReals);
           });
}

/// Of all engines on a GPU [B].
double device_bytes(const EngineBenchOptions& o, const Decomposition& d,
                    int gpus) {
    const double engines = static_cast<double>(o.engines.size());
    return largest_of_forms(o, [&]<class T>(T, int reals) {
        const auto bytes = reals == 18   ? WilsonOperator<T, 18>::device_bytes
                           : reals == 12 ? WilsonOperator<T, 12>::device_bytes
                                         : WilsonOperator<T, 8>::device_bytes;
        return engines * bytes(d, kEngineFields, gpus);
    });
}

void check_engines(const EngineBenchOptions& o,
                   const runtime::Resources& here) {
    if (std::ranges::count(o.precisions, "half") > 0)
        throw UsageError(
            "--precision half: an engine applies D in double or single");
    if (std::ranges::count(o.engines, "streams") == 0) return;
    for (const auto& placement : o.placements)
        if (!Placement::parse(placement).needs_gpu())
            throw UsageError(fmt::format(
                "--engine streams: placement {} has no streams; expected gpu, "
                "host-t-minus, host-t or host-all",
                placement));
    if (here.gpus.empty())
        throw UnavailableError(fmt::format(
            "--engine streams drives GPUs, and this run has none (GPU toolkit "
            "of this build: {}); `./tasuki doctor` says what is missing",
            runtime::gpu_toolkit()));
}

void check_size(const EngineBenchOptions& o, const Decomposition& d,
                const std::string& placement, const runtime::Resources& here) {
    const auto reals =
        *std::max_element(o.reconstructs.begin(), o.reconstructs.end());
    const auto links = d.block().volume() * 4 * static_cast<std::size_t>(reals);
    if (links > runtime::kMostElements)
        throw UsageError(fmt::format(
            "lattice {} in blocks {}: links of {} reals are {} reals in a "
            "block, an array has {} at most; take more blocks",
            lattice::to_string(d.whole()), lattice::to_string(d.grid()), reals,
            links, runtime::kMostElements));
    const auto& ranks = runtime::mpi_ranks();
    const bool on_gpus = Placement::parse(placement).needs_gpu();
    const double host =
        host_bytes_per_site(o) *
        static_cast<double>(d.local_region().with_neighbours().volume());
    check_memory(
        ranks,
        {.what = fmt::format("a lattice of {}", lattice::to_string(d.whole())),
         .parts = {{"all", host,
                    on_gpus
                        ? device_bytes(o, d, static_cast<int>(here.gpus.size()))
                        : 0}},
         .gpus = on_gpus ? here.gpus : std::vector<int>{},
         .advice = "take fewer engines or a smaller lattice"});
}

}  // namespace

std::vector<EngineCase> engine_cases(
    const EngineBenchOptions& options,
    const std::vector<lattice::Extents>& lattices) {
    const auto& ranks = runtime::mpi_ranks();
    const auto here = runtime::find_resources(
        {.cpus = options.cpus, .gpus = options.gpus, .ranks = &ranks});
    // That every rank has at least: all must decide alike.
    const int gpus_each = -static_cast<int>(
        ranks.largest(-static_cast<double>(here.gpus.size())));
    check_engines(options, here);
    auto placements = options.placements;
    if (placements.empty()) placements = {gpus_each == 0 ? "cpu" : "gpu"};
    for (const auto& placement : placements)
        graphs::wilson::check_placement(here, Placement::parse(placement));
    auto grids = options.blocks;
    if (grids.empty()) grids = {""};  // the default of each lattice
    std::vector<EngineCase> cases;
    for (const auto& lattice : lattices)
        for (const auto& grid : grids)
            for (const auto& placement : placements) {
                WilsonOptions one;
                one.blocks = grid;
                one.ranks = options.ranks;
                one.gpus_each = placement == "cpu" ? 0 : gpus_each;
                const auto d = make_decomposition(one, lattice, ranks);
                check_size(options, d, placement, here);
                cases.push_back({d, placement});
            }
    return cases;
}

}  // namespace tasuki::drivers

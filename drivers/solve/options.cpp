#include "drivers/solve/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "drivers/common/memory.hpp"
#include "graphs/wilson/placement.hpp"
#include "io/propagator/columns.hpp"
#include "io/propagator/scidac_propagator.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/resources.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;

/// @throws UsageError  outside of the lattice
void check_inside(const Sources& sources, const lattice::Extents& extents) {
    for (int mu = 0; mu < lattice::kDimensions; ++mu)
        if (sources.at[mu] < 0 || sources.at[mu] >= extents[mu])
            throw UsageError(fmt::format(
                "--source: expected {} of 0 to {} on a lattice of {}, found {}",
                "XYZT"[mu], extents[mu] - 1, lattice::to_string(extents),
                sources.at[mu]));
}

void check_even(const lattice::Extents& extents) {
    for (int mu = 0; mu < lattice::kDimensions; ++mu)
        if (extents[mu] % 2 != 0)
            throw UsageError(fmt::format(
                "lattice {}: expected even extents, as the solver needs even "
                "and odd sites, found {} in {}",
                lattice::to_string(extents), extents[mu], "XYZT"[mu]));
}

/// On GPUs twelve, on CPUs four, where twelve are slower, or the next fewer
/// that fit (docs/performance.md).
/// @param plan  with all but this
int columns_of(const SolveOptions& options, SolvePlan plan,
               const runtime::Ranks& ranks) {
    const int count = plan.sources.count();
    if (options.rhs) return std::min(*options.rhs, count);
    const int most = ranks.largest(plan.cut.gpus_each) > 0 ? 12 : 4;
    for (const int columns : {12, 6, 4, 3, 2}) {
        if (columns > std::min(most, count)) continue;
        plan.columns = columns;
        const auto demands =
            survey_memory(ranks, memory_of(options, plan, ranks));
        if (std::ranges::all_of(demands, &MemoryDemand::fits)) return columns;
    }
    return 1;
}

}  // namespace

std::string action_name(const SolveOptions& o) {
    auto name = fmt::format("kappa {}", o.kappa);
    if (o.csw != 0) name += fmt::format(", csw {}", o.csw);
    if (o.mu != 0) name += fmt::format(", mu {}", o.mu);
    return name;
}

graphs::solver::EvenOddOptions even_odd_options(
    const SolveOptions& o, const graphs::wilson::Placement& placement) {
    return {o.kappa, o.bc_t == "periodic" ? 1 : -1, placement, o.csw, o.mu};
}

graphs::solver::Inner inner_of(const SolveOptions& o) {
    using graphs::solver::Inner;
    if (o.precision == "double") return Inner::none;
    return o.inner == "half" ? Inner::half : Inner::single;
}

std::string precision_name(const SolveOptions& o) {
    const auto inner = inner_of(o);
    const std::string name = graphs::solver::name_of(inner);
    return inner == graphs::solver::Inner::none ? name : "mixed with " + name;
}

Sources parse_sources(const std::string& text) {
    if (const auto seed = after(text, "random"))
        return {Sources::Kind::random, {}, parse_seed(*seed, "--source")};
    if (const auto point = after(text, "point")) {
        Sources sources{Sources::Kind::point};
        if (parse_numbers(*point, sources.at)) return sources;
    }
    if (const auto wall = after(text, "wall")) {
        Sources sources{Sources::Kind::wall};
        if (parse_numbers(*wall, {&sources.at[3], 1})) return sources;
    }
    throw UsageError(fmt::format(
        "--source: expected point:X,Y,Z,T, wall:T or random:SEED, found '{}'",
        text));
}

std::string Sources::name(int k) const {
    if (kind == Kind::random) return "random";
    return fmt::format("spin{}_colour{}", k / 3, k % 3);
}

lattice::SpinorField Sources::make(int k, const lattice::Region& region) const {
    if (kind == Kind::random) return lattice::random_source(region, seed);
    if (kind == Kind::point)
        return lattice::point_source(region, at, k / 3, k % 3);
    lattice::SpinorField b{region};
    for (std::size_t n = 0; n < b.sites.size(); ++n)
        if (region.site(n)[3] == at[3]) b.sites[n][k] = 1;
    return b;
}

std::optional<lattice::UnitField> Sources::unit(
    int k, const lattice::Extents& whole) const {
    if (kind == Kind::random) return {};
    lattice::Extents box{{1, 1, 1, 1}};
    if (kind == Kind::wall)
        for (int mu = 0; mu < 3; ++mu) box.n[mu] = whole[mu];
    return lattice::UnitField{{whole, at, box}, k};
}

void check_options(const SolveOptions& o) {
    for (const auto& [option, value] :
         {std::pair{"--kappa", o.kappa}, {"--csw", o.csw}, {"--mu", o.mu}})
        if (!std::isfinite(value))
            throw UsageError(fmt::format(
                "{}: expected a finite number, found {}", option, value));
    if (!(o.tolerance > 0 && o.tolerance < 1))
        throw UsageError(fmt::format(
            "--tolerance: expected a number between 0 and 1, found {}",
            o.tolerance));
    if (o.inner && o.precision != "mixed")
        throw UsageError(fmt::format(
            "--inner {}: expected --precision mixed with it, found --precision "
            "{}",
            *o.inner, o.precision));
    const auto sources = parse_sources(o.source);
    if (o.correlator_axis == "z" && sources.kind != Sources::Kind::point)
        throw UsageError(fmt::format(
            "--correlator-axis z: expected a point source, found --source {}",
            o.source));
    if (o.prop_format && !io::is_scidac_name(o.out))
        throw UsageError(fmt::format(
            "--prop-format {}: expected --out with a name that ends with .lime "
            "or .scidac, found '{}'",
            *o.prop_format, o.out));
    if (o.outputs_beside && io::is_scidac_name(o.out))
        throw UsageError(fmt::format(
            "--outputs-beside {}: expected --out with the name of an HDF5 "
            "file, found '{}': a SciDAC file is written at the end",
            *o.outputs_beside, o.out));
    if (o.prop_format == "scalar" && sources.kind == Sources::Kind::random)
        throw UsageError(fmt::format(
            "--prop-format scalar: expected a point or a wall, found --source "
            "{}, which has one solution",
            o.source));
    if (o.repetitions > 1 && !o.checkpoint.empty())
        throw UsageError(fmt::format(
            "--repetitions {}: expected 1 with --checkpoint, which keeps one "
            "solution of a source",
            o.repetitions));
    if (!o.svg.empty() && sources.kind == Sources::Kind::random)
        throw UsageError(
            fmt::format("--svg {}: expected a point or a wall, found --source "
                        "{}, which has "
                        "no correlator",
                        o.svg, o.source));
}

SolvePlan make_plan(const SolveOptions& options, const runtime::Ranks& ranks) {
    SolvePlan plan{find_extents(options, ranks), parse_sources(options.source),
                   options.correlator_axis == "z" ? 2 : 3, options};
    check_even(plan.extents);
    check_inside(plan.sources, plan.extents);
    plan.cut.gpus_each = count_gpus_each(options, ranks);
    plan.columns = columns_of(options, plan, ranks);
    return plan;
}

graphs::wilson::Decomposition make_decomposition(const SolvePlan& plan,
                                                 const runtime::Ranks& ranks) {
    return make_decomposition(plan.cut, plan.extents, ranks, [&](int t_sites) {
        return graphs::wilson::fitting_t_blocks(t_sites, plan.cut.gpus_each);
    });
}

MemoryNeed memory_of(const SolveOptions& options, const SolvePlan& plan,
                     const runtime::Ranks& ranks) {
    using graphs::wilson::Placement;
    const auto placement = Placement::parse(options.placement);
    const auto here = runtime::find_resources(
        machine(options, placement.name() == Placement::Name::cpu, nullptr));
    graphs::wilson::check_placement(here, placement);
    const auto d = make_decomposition(plan, ranks);
    const auto region = d.local_region();
    const double part =
        static_cast<double>(region.volume()) * sizeof(lattice::SpinorSite);
    const auto solver = [&](int gpus) {
        using Solver = graphs::solver::WilsonSolver;
        const auto inner = inner_of(options);
        return Solver::device_bytes(d, inner, gpus, plan.columns) +
               (even_odd_options(options, placement).has_clover_term()
                    ? Solver::clover_bytes(d, inner, gpus)
                    : 0);
    };
    const int gpus = static_cast<int>(here.gpus.size());
    // Boxes of ones are made where the solver is.
    const bool reads = plan.sources.kind == Sources::Kind::random;
    const bool keeps = !options.out.empty() || !options.checkpoint.empty();
    const double of_columns =
        ((reads ? 2 : 0) + 1.0 / wilson::kSpinorReals) * plan.columns;
    MemoryNeed need{
        .what =
            fmt::format("a lattice of {}", lattice::to_string(plan.extents)),
        .parts = {{"links as they are read",
                   static_cast<double>(region.with_neighbours().volume()) * 4 *
                       sizeof(lattice::Matrix3)},
                  {"source and solution",
                   (of_columns + (keeps ? 1 : 0)) * part},
                  {"solver: links and spinors", solver(1),
                   gpus == 0
                       ? 0
                       : solver(gpus) * share_on_gpus(placement, d, gpus)}},
        .gpus = here.gpus,
        .on_gpus = placement.needs_gpu() && placement.is_measured()
                       ? IfTooSmall::refuse
                       : IfTooSmall::warn,
        .advice = "use more ranks or GPUs, or a smaller lattice"};
    const double field = static_cast<double>(plan.extents.volume()) *
                         sizeof(lattice::SpinorSite);
    const double solutions = plan.sources.count() * field;
    const double waiting = options.outputs_beside == 0 ? 1 : 3;
    // The first rank has them all; the others read a checkpoint too.
    if (!ranks.is_first()) {
        if (!options.checkpoint.empty())
            need.parts.push_back({"its checkpoint", 2 * (solutions + field)});
        return need;
    }
    // HDF5 without a checkpoint: one that comes to the host, and beside the
    // solver one that is written and one that waits.
    if (!options.checkpoint.empty() || io::is_scidac_name(options.out))
        need.parts.push_back({"propagator", solutions});
    else if (!options.out.empty())
        need.parts.push_back(
            {"propagator", std::min(solutions, waiting * field)});
    if (!options.checkpoint.empty())
        need.parts.push_back({"its checkpoint", solutions + field});
    const bool writes_hdf5 =
        !options.checkpoint.empty() ||
        (!options.out.empty() && !io::is_scidac_name(options.out));
    if (writes_hdf5)
        need.parts.push_back(
            {"parts for HDF5", static_cast<double>(io::Hdf5Writer::bytes_to_add(
                                   io::column_shape(plan.extents)))});
    if (keeps && ranks.several())
        need.parts.push_back({"solution as ranks send it", field});
    return need;
}

}  // namespace tasuki::drivers

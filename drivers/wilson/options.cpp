#include "drivers/wilson/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "codelets/wilson/eight_reals.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;

std::array<int, 6> parse_point(std::string_view text) {
    std::array<int, 6> numbers{};
    if (parse_numbers(text, numbers)) return numbers;
    throw UsageError(fmt::format(
        "--source point: expected X,Y,Z,T,SPIN,COLOUR, found '{}'", text));
}

/// Fewer than 18 reals stand for an SU(3) matrix that the check must use too.
lattice::GaugeField as_stored(lattice::GaugeField u,
                              const WilsonOptions& options,
                              const runtime::Ranks& ranks) {
    if (options.reconstruct == 18) return u;
    const double largest =
        ranks.largest(wilson::store_links(u, options.reconstruct));
    if (largest > 1e-12 && ranks.is_first())
        runtime::logger().warn(
            "--reconstruct {}: the SU(3) matrices that are computed with "
            "differ from the links by up to {:.1e}",
            options.reconstruct, largest);
    return u;
}

}  // namespace

lattice::GaugeField read_gauge_field(const WilsonPlan& plan,
                                     const runtime::Ranks& ranks) {
    const auto own = [&](const lattice::Extents& extents) {
        return make_decomposition(plan, extents, ranks).local_region();
    };
    if (has_computed_links(plan))
        return lattice::GaugeField::computed(
            own(plan.extents).with_neighbours(), *hot_seed(plan));
    return as_stored(read_links(plan, plan.extents, own, ranks), plan, ranks);
}

bool has_computed_links(const WilsonOptions& options) {
    return options.reconstruct != 8 && hot_seed(options);
}

lattice::SpinorField make_source(const WilsonOptions& options,
                                 const lattice::Region& region) {
    if (const auto seed = after(options.source, "random"))
        return lattice::random_source(region, parse_seed(*seed, "--source"));
    if (const auto point = after(options.source, "point")) {
        const auto n = parse_point(*point);
        return lattice::point_source(region, {n[0], n[1], n[2], n[3]}, n[4],
                                     n[5]);
    }
    throw UsageError(
        fmt::format("--source: expected random:SEED or "
                    "point:X,Y,Z,T,SPIN,COLOUR, found '{}'",
                    options.source));
}

int default_t_blocks(int t_sites, int gpus, bool alone) {
    const auto fits = [t_sites](int blocks) {
        return t_sites % (2 * blocks) == 0;
    };
    if (gpus == 0) return alone && fits(2) ? 2 : 1;
    // Thinner ones are all face.
    return fits(2 * gpus) && t_sites / (2 * gpus) >= 4
               ? 2 * gpus
               : graphs::wilson::fitting_t_blocks(t_sites, gpus);
}

void check_options(const WilsonOptions& options) {
    if (!std::isfinite(options.kappa))
        throw UsageError(fmt::format(
            "--kappa: expected a finite number, found {}", options.kappa));
}

WilsonPlan make_plan(const WilsonOptions& options,
                     const runtime::Ranks& ranks) {
    WilsonPlan planned{options, {}};
    planned.gpus_each = count_gpus_each(options, ranks);
    planned.extents = find_extents(options, ranks);
    return planned;
}

graphs::wilson::Decomposition make_decomposition(
    const WilsonOptions& options, const lattice::Extents& extents,
    const runtime::Ranks& ranks) {
    return make_decomposition(options, extents, ranks, [&](int t_sites) {
        return default_t_blocks(t_sites, options.gpus_each, !ranks.several());
    });
}

}  // namespace tasuki::drivers

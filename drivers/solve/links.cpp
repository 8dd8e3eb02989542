#include "drivers/solve/links.hpp"

#include "graphs/wilson/placement.hpp"

namespace tasuki::drivers {

namespace {

using graphs::wilson::Decomposition, graphs::wilson::Placement;

lattice::GaugeField read(const SolveOptions& options,
                         const lattice::Region& own,
                         const runtime::Ranks& ranks) {
    return read_links(
        options, own.whole(), [&](const lattice::Extents&) { return own; },
        ranks);
}

bool makes_links_on_gpus(const SolveOptions& options, const SolvePlan& plan) {
    return hot_seed(options) && options.csw == 0 &&
           options.checkpoint.empty() && plan.cut.gpus_each > 0 &&
           Placement::parse(options.placement).name() != Placement::Name::cpu;
}

}  // namespace

SolveLinks::SolveLinks(const SolveOptions& options, const SolvePlan& plan,
                       const Decomposition& cut, const runtime::Ranks& ranks)
    : cut_{cut},
      ranks_{ranks},
      field_{makes_links_on_gpus(options, plan)
                 ? lattice::GaugeField::computed(cut.local_region(),
                                                 *hot_seed(options))
                 : read(options, cut.local_region(), ranks)} {
    if (field_.seed())
        sums_ = std::async(std::launch::async, [this, &options] {
            const auto own = cut_.local_region();
            return lattice::link_sums(read(options, own, ranks_), own);
        });
    else
        sums_ = std::async(std::launch::deferred, [this] {
            return lattice::link_sums(field_, cut_.local_region());
        });
}

double SolveLinks::plaquette() {
    const auto own = sums_.get();
    double sums[] = {own.spatial, own.temporal};
    if (ranks_.several()) ranks_.sum(sums);
    return lattice::plaquette_of({sums[0], sums[1]}, cut_.whole().volume())
        .average;
}

}  // namespace tasuki::drivers

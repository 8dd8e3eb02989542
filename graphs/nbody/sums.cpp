// The conserved quantities of a simulation, from partial sums where the blocks
// are.
#include "codelets/nbody/sums.hpp"

#include <algorithm>
#include <array>

#include "codelets/nbody/potential/potential.hpp"
#include "graphs/nbody/solver.hpp"

namespace tasuki::graphs::nbody {

namespace nb = tasuki::nbody;
using runtime::Access;

/// Of a block. Lambdas of a template hold it, so it may not be of this file
/// alone.
struct PartialSums {
    std::size_t block;
    runtime::Array<nb::moments::Moments> moments;
    runtime::Array<double> wells;
};

namespace {

/// Everything in the simulation's units, in the order of their places.
constexpr std::size_t kPotential = nb::moments::kReals;
using Totals = std::array<double, nb::moments::kReals + 1>;

/// `origin` is that of the positions.
Sums in_units(const Totals& totals, const Units& u, const nb::Vector& origin) {
    nb::moments::Moments m;
    std::copy(totals.begin(), totals.begin() + nb::moments::kReals,
              reinterpret_cast<double*>(&m));
    const double momentum = u.mass() * u.velocity();
    Sums sums;
    sums.mass = m.mass * u.mass();
    sums.kinetic = m.kinetic * u.energy();
    // Every pair was counted from both sides.
    sums.potential = 0.5 * totals[kPotential] * u.energy();
    for (int k = 0; k < 3; ++k) {
        if (m.mass > 0)
            sums.centre[k] = origin[k] + m.position[k] / m.mass * u.length;
        sums.momentum[k] = m.momentum[k] * momentum;
    }
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        sums.angular_momentum[k] =
            m.angular[k] * momentum * u.length +
            (origin[i] * sums.momentum[j] - origin[j] * sums.momentum[i]);
    }
    return sums;
}

}  // namespace

template <class N>
Sums NumberSolver<N>::sums() {
    std::vector<PartialSums> partials;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        if (!is_local(b)) continue;
        const auto bodies = static_cast<std::uint32_t>(blocks_[b].size());
        auto& partial = partials.emplace_back(PartialSums{
            b, {context_, nb::moments::groups(bodies)}, {context_, bodies}});
        runtime::submit<nb::moments::Kernel<N>>(
            context_, {bodies}, options_of(b, b), partial.moments,
            local_[b].position, local_[b].velocity);
        for_sources(b, [&](std::size_t c, bool first) {
            const auto args = pair_args(b, c);
            auto options = options_of(b, c);
            options.flops = nb::potential::kFlopsPerInteraction * args.targets *
                            args.sources;
            options.number_bytes = sizeof(typename N::Force);
            const auto add_wells = [&](auto adds) {
                runtime::submit<nb::potential::Kernel<N, adds()>>(
                    context_, {args.targets, args.sources, args.eps2}, options,
                    partial.wells, local_[b].position, local_[c].position);
            };
            if (first)
                add_wells(std::false_type{});
            else
                add_wells(std::true_type{});
        });
    }
    // Of every group of bodies; each is one rank's, so that the sum over ranks
    // is exact, and the order of the groups is that of the bodies.
    std::vector<double> groups(
        nb::moments::groups(static_cast<std::uint32_t>(mass_.size())) *
        Totals{}.size());
    for (const PartialSums& partial : partials) {
        const std::size_t begin = blocks_[partial.block].begin;
        double* const own = groups.data() + begin / nb::kRun * Totals{}.size();
        const auto moments = partial.moments.read();
        for (std::size_t g = 0; g < moments.span().size(); ++g)
            std::copy_n(reinterpret_cast<const double*>(&moments.span()[g]),
                        nb::moments::kReals, own + g * Totals{}.size());
        const auto wells = partial.wells.read();
        for (std::size_t i = 0; i < wells.span().size(); ++i)
            own[i / nb::kRun * Totals{}.size() + kPotential] -=
                mass_[begin + i] * units_.gravity_mass * wells.span()[i];
    }
    context_.ranks().sum(groups);
    Totals totals{};
    for (std::size_t k = 0; k < groups.size(); ++k)
        totals[k % totals.size()] += groups[k];
    return in_units(totals, units_, origin_);
}

template Sums NumberSolver<nb::Single>::sums();
template Sums NumberSolver<nb::Mixed>::sums();
template Sums NumberSolver<nb::Double>::sums();

}  // namespace tasuki::graphs::nbody

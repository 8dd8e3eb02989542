// The conserved quantities of a simulation, from partial sums where the blocks
// are.
#include "codelets/nbody/sums.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <span>

#include "graphs/nbody/solver.hpp"

namespace tasuki::graphs::nbody {

namespace nb = tasuki::nbody;
using runtime::Access;

namespace {

/// All of Moments, in the simulation's units.
using Totals = std::array<double, nb::moments::kReals>;

/// `origin` is that of the positions.
Sums in_units(const Totals& totals, const Units& u, const nb::Vector& origin) {
    const auto m = std::bit_cast<nb::moments::Moments>(totals);
    const double momentum = u.mass() * u.velocity();
    Sums sums;
    sums.mass = m.mass * u.mass();
    sums.kinetic = m.kinetic * u.energy();
    // Every pair was counted from both sides.
    sums.potential = 0.5 * m.potential * u.energy();
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
void NumberSolver<N>::keep_sums() {
    if (!accelerated_) begin(Potential::now);
    // The accelerations keep their bits.
    if (!has_potential_) submit_accelerations(Potential::now);
    has_potential_ = true;
    for (std::size_t b = 0; b < blocks_.size(); ++b)
        if (Local& its = local_[b]; is_local(b))
            runtime::submit<nb::moments::Kernel<N>>(
                context_, {static_cast<std::uint32_t>(blocks_[b].size())},
                options_of(b, b), its.moments, its.position, its.velocity,
                its.wells);
}

template <class N>
Sums NumberSolver<N>::kept_sums() const {
    // Of every group of bodies; each is one rank's, so that the sum over ranks
    // is exact, and the order of the groups is that of the bodies.
    std::vector<double> groups(
        nb::moments::groups(static_cast<std::uint32_t>(mass_.size())) *
        Totals{}.size());
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        if (!is_local(b)) continue;
        const auto moments = local_[b].moments.read();
        const auto reals = std::as_bytes(moments.span());
        std::memcpy(
            groups.data() + blocks_[b].begin / nb::kRun * Totals{}.size(),
            reals.data(), reals.size());
    }
    context_.ranks().sum(groups);
    Totals totals{};
    for (std::size_t k = 0; k < groups.size(); ++k)
        totals[k % totals.size()] += groups[k];
    return in_units(totals, units_, origin_);
}

template void NumberSolver<nb::Single>::keep_sums();
template Sums NumberSolver<nb::Single>::kept_sums() const;
template void NumberSolver<nb::Mixed>::keep_sums();
template Sums NumberSolver<nb::Mixed>::kept_sums() const;
template void NumberSolver<nb::Double>::keep_sums();
template Sums NumberSolver<nb::Double>::kept_sums() const;

}  // namespace tasuki::graphs::nbody

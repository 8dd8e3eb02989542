#include "codelets/quenched/heatbath/reference.hpp"

#include "codelets/quenched/heatbath/su2_sampling.hpp"
#include "codelets/quenched/reference_staple.hpp"

namespace tasuki::quenched::heatbath {

using lattice::Complex;

void reference(lattice::GaugeField& u, int mu, int odd, double beta,
               std::uint64_t seed, std::uint32_t sweep) {
    const auto& extents = u.extents();
    for (std::size_t site = 0; site < extents.volume(); ++site) {
        const auto x = extents.coordinates(site);
        if ((x[0] + x[1] + x[2] + x[3]) % 2 != odd) continue;
        lattice::RandomStream random{seed, lattice::Purpose::heatbath,
                                     site * lattice::kDimensions + mu, sweep};
        auto& link = u.link(site, mu);
        const auto staple = quenched::reference::staple(u, site, mu);
        for (const auto& [i, j] : quenched::reference::kPairs) {
            const auto [k, v] =
                quenched::reference::projected(link * staple, i, j);
            const auto b = sample_su2(2 * beta * k / 3, random).a;
            const auto drawn = quenched::reference::embedded(
                Complex{b[0], b[3]}, Complex{b[2], b[1]}, i, j);
            link = drawn * adjoint(v) * link;
        }
    }
}

}  // namespace tasuki::quenched::heatbath

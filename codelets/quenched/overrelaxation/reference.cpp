#include "codelets/quenched/overrelaxation/reference.hpp"

#include "codelets/quenched/reference_staple.hpp"

namespace tasuki::quenched::overrelaxation {

void reference(lattice::GaugeField& u, int mu, int odd) {
    const auto& extents = u.extents();
    for (std::size_t site = 0; site < extents.volume(); ++site) {
        const auto x = extents.coordinates(site);
        if ((x[0] + x[1] + x[2] + x[3]) % 2 != odd) continue;
        auto& link = u.link(site, mu);
        const auto staple = quenched::reference::staple(u, site, mu);
        for (const auto& [i, j] : quenched::reference::kPairs) {
            const auto v =
                quenched::reference::projected(link * staple, i, j).second;
            link = adjoint(v) * adjoint(v) * link;
        }
    }
}

}  // namespace tasuki::quenched::overrelaxation

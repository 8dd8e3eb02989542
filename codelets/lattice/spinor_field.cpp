#include "codelets/lattice/spinor_field.hpp"

#include <fmt/format.h>

#include "codelets/lattice/random.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::lattice {

SpinorField point_source(const Region& region, const Coordinates& site,
                         int spin, int colour) {
    const Extents& extents = region.whole();
    for (int mu = 0; mu < kDimensions; ++mu)
        if (site[mu] < 0 || site[mu] >= extents[mu])
            throw runtime::UsageError(fmt::format(
                "point source: {} = {} is outside of the lattice {}",
                "xyzt"[mu], site[mu], to_string(extents)));
    if (spin < 0 || spin > 3 || colour < 0 || colour > 2)
        throw runtime::UsageError(
            fmt::format("point source: expected spin 0..3 and colour 0..2, "
                        "found {} and {}",
                        spin, colour));
    SpinorField psi{region};
    if (region.contains(site)) psi.at(site)[3 * spin + colour] = 1;
    return psi;
}

SpinorField random_source(const Region& region, std::uint64_t seed) {
    SpinorField psi{region};
    runtime::parallel_ranges(
        psi.sites.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (auto n = begin; n < end; ++n) {
                RandomStream random{seed, Purpose::source,
                                    region.whole().index(region.site(n))};
                for (Complex& c : psi.sites[n]) c = random.gaussian();
            }
        });
    return psi;
}

double norm2(const SpinorField& psi) {
    double sum = 0;
    for (const SpinorSite& site : psi.sites)
        for (const Complex& c : site) sum += std::norm(c);
    return sum;
}

}  // namespace tasuki::lattice

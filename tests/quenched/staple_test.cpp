#include "codelets/quenched/staple.hpp"

#include <doctest/doctest.h>

#include "codelets/lattice/observables.hpp"
#include "codelets/quenched/reference_staple.hpp"
#include "fields.hpp"

namespace tasuki::quenched {

TEST_CASE("staples equal their reference for every cut of the lattice") {
    auto u = lattice::hot_start(test::kLattice, 1);
    for (const int slabs : {1, 2, 4, 8}) {
        CAPTURE(slabs);
        double worst = 0;
        test::for_each_slab(u, slabs, [&](const auto& place, const auto& s) {
            for (std::size_t n = 0; n < place.extents.volume(); ++n)
                for (int mu = 0; mu < 4; ++mu) {
                    const auto expected = adjoint(
                        reference::staple(u, place.first_site() + n, mu));
                    const auto found =
                        staple_adjoint(s, place.extents.coordinates(n), mu);
                    for (int i = 0; i < 9; ++i)
                        worst = std::max(worst,
                                         std::abs(found.e[i] - expected.e[i]));
                }
        });
        CHECK(worst < 1e-14);  // 6 products of 3 factors of size <= 1
    }
}

}  // namespace tasuki::quenched

// The plaquette against its definition, for any number of threads.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "codelets/lattice/observables.hpp"
#include "codelets/lattice/spinor_field.hpp"
#include "tests/with_threads.hpp"

namespace {

using namespace tasuki::lattice;

/// Re tr U_mu(n) U_nu(n+mu) U_mu(n+nu)^dagger U_nu(n)^dagger / 3, averaged over
/// the sites.
double plane(const GaugeField& u, int mu, int nu) {
    const Extents& extents = u.extents();
    double sum = 0;
    for (std::size_t n = 0; n < extents.volume(); ++n) {
        const auto here = extents.coordinates(n);
        const auto at = [&](int step) {
            return extents.index(extents.shifted(here, step, 1));
        };
        sum += trace(u.link(n, mu) * u.link(at(mu), nu) *
                     adjoint(u.link(at(nu), mu)) * adjoint(u.link(n, nu)))
                   .real() /
               3;
    }
    return sum / static_cast<double>(extents.volume());
}

/// All different, odd and even, and one row that no group of rows fills.
constexpr Extents kLattice{{3, 4, 5, 7}};

}  // namespace

TEST_CASE("the plaquette is the average over the planes") {
    const auto u = hot_start(kLattice, 4);
    const auto found = plaquette(u);
    const double spatial =
        (plane(u, 0, 1) + plane(u, 0, 2) + plane(u, 1, 2)) / 3;
    const double temporal =
        (plane(u, 0, 3) + plane(u, 1, 3) + plane(u, 2, 3)) / 3;
    // 420 sites, numbers of size 1: far below this.
    CHECK(std::abs(found.spatial - spatial) < 1e-14);
    CHECK(std::abs(found.temporal - temporal) < 1e-14);
    CHECK(std::abs(found.average - (spatial + temporal) / 2) < 1e-14);
    CHECK(std::abs(found.spatial - found.temporal) > 1e-3);  // not the same
}

TEST_CASE("the plaquette is the same bits for any number of threads") {
    const auto u = hot_start({{4, 6, 10, 7}}, 5);
    Plaquette serial;
    tasuki::test::with_threads(1, [&] { serial = plaquette(u); });
    for (const int threads : {2, 3, 5, 8}) {
        CAPTURE(threads);
        Plaquette found;
        tasuki::test::with_threads(threads, [&] { found = plaquette(u); });
        CHECK(found.average == serial.average);
        CHECK(found.spatial == serial.spatial);
        CHECK(found.temporal == serial.temporal);
    }
}

TEST_CASE("fields begin with zeros, in memory that others have used, too") {
    // Some in one page and some in several, with threads of their own.
    for (const int t : {2, 16, 64}) {
        const Extents extents{{8, 8, 8, t}};
        for (int again = 0; again < 2; ++again) {
            SpinorField psi{extents};
            CHECK(norm2(psi) == 0);
            for (SpinorSite& site : psi.sites) site.fill(1);
        }
    }
}

TEST_CASE("a NaN in a link is a NaN in the plaquette") {
    auto u = cold_start(kLattice);
    u.link(kLattice.volume() - 1, 2)(1, 1) =
        std::numeric_limits<double>::quiet_NaN();
    CHECK(std::isnan(plaquette(u).average));
}

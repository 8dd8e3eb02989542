// pack against the projection written with 4 x 4 gamma matrices.
#include <doctest/doctest.h>

#include "codelets/wilson/pack/pack.hpp"
#include "tests/codelets/backends.hpp"
#include "tests/codelets/wilson_records.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using wilson::Geometry, wilson::Hop;

/// Half of (1 + sign g_mu) psi; in T without its factor 2.
HalfSpinor projected(int mu, Hop hop, const lattice::SpinorSite& psi) {
    const auto full = one_plus_gamma(mu, sign_of(hop), psi);
    HalfSpinor half;
    for (int k = 0; k < 6; ++k)
        half[k] =
            full[3 * first_spin(mu, hop) + k] / (mu == wilson::kT ? 2.0 : 1.0);
    return half;
}

template <class T>
void check_pack(const Geometry& g, int mu, Hop hop, runtime::Where where) {
    const auto count = static_cast<std::size_t>(wilson::face_sites(g, mu));
    const auto psi = random_reals<T>(std::size_t{2} * g.half_volume, 24, 7);
    const auto psi_array = array_of(psi);
    const runtime::Array<T> half_array{context(), count * 12};
    runtime::submit(wilson::pack::codelet<T>(), wilson::pack::Args{g, mu, hop},
                    {.where = where}, half_array, psi_array);
    const auto half = values_of(half_array);
    for (std::size_t f = 0; f < count; ++f) {
        const auto site =
            face_site(g, mu, packed_edge(hop), static_cast<int>(f));
        const auto expected =
            projected(mu, hop, record_at<24>(psi, number_of(g, site)));
        REQUIRE(difference(record_at<12>(half, f), expected) < kRounding<T>);
    }
    CHECK(values_of(psi_array) == psi);
}

template <class T>
void check_all() {
    for (const auto where : backends())
        for_faces([where](const Geometry& g, int mu, Hop hop) {
            CAPTURE(name_of(where));
            CAPTURE(describe(g, mu, hop));
            check_pack<T>(g, mu, hop, where);
        });
}

}  // namespace

TEST_CASE("pack is the projection, in double precision") {
    check_all<double>();
}

TEST_CASE("pack is the projection, in single precision") {
    check_all<float>();
}

// merge against the reconstruction written with 4 x 4 gamma matrices.
#include <doctest/doctest.h>

#include "codelets/wilson/merge/merge.hpp"
#include "tests/codelets/backends.hpp"
#include "tests/codelets/wilson_records.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using wilson::Geometry, wilson::Hop;

constexpr double kKappa = 0.137;

/// (1 + sign g_mu) applied to a spinor that holds `w` in its two spins: the
/// four spins that belong to w.
lattice::SpinorSite four_spins(int mu, Hop hop, const HalfSpinor& w) {
    lattice::SpinorSite psi{};
    for (int k = 0; k < 6; ++k) psi[3 * first_spin(mu, hop) + k] = w[k];
    return one_plus_gamma(mu, sign_of(hop), psi);
}

template <class T>
void check_merge(const Geometry& g, int mu, Hop hop, int sign,
                 runtime::Where where) {
    const auto volume = std::size_t{2} * g.half_volume;
    const auto count = static_cast<std::size_t>(wilson::face_sites(g, mu));
    const auto before = random_reals<T>(volume, 24, 10);
    const auto product = random_reals<T>(count, 12, 11);
    const auto out_array = array_of(before);
    const auto product_array = array_of(product);
    runtime::submit(wilson::merge::codelet<T>(),
                    wilson::merge::Args{g, mu, hop, kKappa, sign},
                    {.where = where}, out_array, product_array);
    const auto out = values_of(out_array);

    std::vector<lattice::SpinorSite> expected(volume);
    for (std::size_t n = 0; n < volume; ++n)
        expected[n] = record_at<24>(before, n);
    for (std::size_t f = 0; f < count; ++f) {
        const auto site =
            face_site(g, mu, merged_edge(hop), static_cast<int>(f));
        const auto term = four_spins(mu, hop, record_at<12>(product, f));
        for (int k = 0; k < 12; ++k)
            expected[number_of(g, site)][k] -= kKappa * sign * term[k];
    }
    // Sites beyond the layer too: they stay as they are.
    for (std::size_t n = 0; n < volume; ++n)
        REQUIRE(difference(record_at<24>(out, n), expected[n]) < kRounding<T>);
    CHECK(values_of(product_array) == product);
}

template <class T>
void check_all() {
    for (const auto where : backends())
        for_faces([where](const Geometry& g, int mu, Hop hop) {
            for (const int sign : {+1, -1}) {
                CAPTURE(name_of(where));
                CAPTURE(describe(g, mu, hop));
                CAPTURE(sign);
                check_merge<T>(g, mu, hop, sign, where);
            }
        });
}

}  // namespace

TEST_CASE("merge adds the four spins of a product, in double precision") {
    check_all<double>();
}

TEST_CASE("merge adds the four spins of a product, in single precision") {
    check_all<float>();
}

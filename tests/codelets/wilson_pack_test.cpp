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
void check_pack(const Geometry& g, const wilson::FaceList& faces, bool dagger,
                runtime::Where where) {
    const auto psi = random_reals<T>(std::size_t{2} * g.half_volume, 24, 7);
    auto psi_array = array_of(psi);
    std::vector<runtime::Array<T>> halves;
    runtime::List<runtime::Write<T>> list;
    for (const auto& face : faces)
        list.add(halves.emplace_back(
            context(),
            static_cast<std::size_t>(wilson::face_sites(g, face.mu)) * 12));
    runtime::submit<wilson::pack::Kernel<T>>(context(), {g, faces, dagger},
                                             {.where = where}, psi_array, list);
    for (int k = 0; k < faces.count; ++k) {
        const auto [mu, hop] = faces.face[k];
        const auto half = values_of(halves[k]);
        for (std::size_t f = 0; f < half.size() / 12; ++f) {
            const auto site =
                face_site(g, mu, packed_edge(hop), static_cast<int>(f));
            const auto expected =
                projected(mu, dagger ? adjoint_of(hop) : hop,
                          record_at<24>(psi, number_of(g, site)));
            REQUIRE(difference(record_at<12>(half, f), expected) <
                    kRounding<T>);
        }
    }
    CHECK(values_of(psi_array) == psi);
}

template <class T>
void check_pack() {
    for (const auto where : backends())
        for_face_lists(
            [where](const Geometry& g, const wilson::FaceList& faces) {
                CAPTURE(name_of(where));
                CAPTURE(describe(g, faces));
                for (const bool dagger : {false, true})
                    check_pack<T>(g, faces, dagger, where);
            });
}

}  // namespace

TEST_CASE_TEMPLATE("pack is the projection", T, double, float) {
    check_pack<T>();
}

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
void check_merge(const Geometry& g, const wilson::FaceList& faces,
                 const int (&sign_t)[2], bool dagger, runtime::Where where) {
    const auto volume = std::size_t{2} * g.half_volume;
    const auto before = random_reals<T>(volume, 24, 10);
    auto out_array = array_of(before);
    std::vector<std::vector<T>> products;
    std::vector<runtime::Array<T>> arrays;
    runtime::List<runtime::Read<T>> list;
    for (const auto& face : faces) {
        products.push_back(random_reals<T>(
            static_cast<std::size_t>(wilson::face_sites(g, face.mu)), 12,
            11 + products.size()));
        list.add(arrays.emplace_back(array_of(products.back())));
    }
    runtime::submit<wilson::merge::Kernel<T>>(
        context(), {g, faces, kKappa, {sign_t[0], sign_t[1]}, dagger},
        {.where = where}, out_array, list);
    const auto out = values_of(out_array);

    std::vector<lattice::SpinorSite> expected(volume);
    for (std::size_t n = 0; n < volume; ++n)
        expected[n] = record_at<24>(before, n);
    for (int k = 0; k < faces.count; ++k) {
        const auto [mu, hop] = faces.face[k];
        const int sign = mu == wilson::kT ? sign_t[static_cast<int>(hop)] : 1;
        for (std::size_t f = 0; f < products[k].size() / 12; ++f) {
            const auto site =
                face_site(g, mu, merged_edge(hop), static_cast<int>(f));
            const auto term = four_spins(mu, dagger ? adjoint_of(hop) : hop,
                                         record_at<12>(products[k], f));
            for (int c = 0; c < 12; ++c)
                expected[number_of(g, site)][c] -= kKappa * sign * term[c];
        }
        CHECK(values_of(arrays[k]) == products[k]);
    }
    // Sites beyond the layers too: they stay as they are.
    for (std::size_t n = 0; n < volume; ++n)
        REQUIRE(difference(record_at<24>(out, n), expected[n]) < kRounding<T>);
}

template <class T>
void check_merge() {
    constexpr int signs[][2] = {{1, 1}, {-1, 1}, {1, -1}};
    for (const auto where : backends())
        for_face_lists([&](const Geometry& g, const wilson::FaceList& faces) {
            for (const auto& sign_t : signs) {
                CAPTURE(name_of(where));
                CAPTURE(describe(g, faces));
                CAPTURE(sign_t[0]);
                CAPTURE(sign_t[1]);
                for (const bool dagger : {false, true})
                    check_merge<T>(g, faces, sign_t, dagger, where);
            }
        });
}

}  // namespace

TEST_CASE_TEMPLATE("merge adds the four spins of a product", T, double, float) {
    check_merge<T>();
}

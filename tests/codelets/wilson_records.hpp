// Records of sites as complex numbers, and random ones: what the tests of the
// Wilson kernels share.  The arithmetic is that of std::complex.
#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include "codelets/lattice/gauge_field.hpp"
#include "codelets/lattice/largest.hpp"
#include "codelets/lattice/random.hpp"
#include "codelets/lattice/spinor_field.hpp"
#include "codelets/wilson/face_list.hpp"
#include "codelets/wilson/reference.hpp"

namespace tasuki::test {

using lattice::Complex;
using HalfSpinor = std::array<Complex, 6>;  ///< 3 * spin + colour

/// The record of site `n` of an array of tiles, `kReals` reals each.
template <int kReals, class T>
std::array<Complex, kReals / 2> record_at(const std::vector<T>& tiles,
                                          std::size_t n) {
    using Layout = wilson::Record<T, kReals>;
    const T* tile = tiles.data() + n / wilson::kTile * Layout::kTileReals;
    const int lane = static_cast<int>(n % wilson::kTile);
    std::array<Complex, kReals / 2> record;
    for (int k = 0; k < kReals / 2; ++k)
        record[k] = {tile[Layout::offset(2 * k, lane)],
                     tile[Layout::offset(2 * k + 1, lane)]};
    return record;
}

/// `records` sites of `reals` numbers each, of size about 1.
template <class T>
std::vector<T> random_reals(std::size_t records, int reals,
                            std::uint64_t seed) {
    std::vector<T> values(records * reals);
    for (std::size_t k = 0; k < values.size(); ++k)
        values[k] = static_cast<T>(
            lattice::RandomStream{seed, lattice::Purpose::source, k}
                .gaussian()
                .real());
    return values;
}

/// Largest |a - b|; NaN wins.
template <std::size_t kSize>
double difference(const std::array<Complex, kSize>& a,
                  const std::array<Complex, kSize>& b) {
    lattice::Largest worst;
    for (std::size_t k = 0; k < kSize; ++k) worst.add(std::abs(a[k] - b[k]));
    return worst.value();
}

/// (1 + sign g_mu) psi with the 4 x 4 matrix.
inline lattice::SpinorSite one_plus_gamma(int mu, double sign,
                                          const lattice::SpinorSite& psi) {
    const auto g = wilson::reference::gamma(mu);
    lattice::SpinorSite out = psi;
    for (int s = 0; s < 4; ++s)
        for (int r = 0; r < 4; ++r)
            for (int c = 0; c < 3; ++c)
                out[3 * s + c] += sign * g[s][r] * psi[3 * r + c];
    return out;
}

/// The sign in (1 + sign g_mu) of a hop.
inline double sign_of(wilson::Hop hop) {
    return hop == wilson::Hop::forward ? -1 : +1;
}

/// The hop whose projection takes the place of this one's in H^dagger.
inline wilson::Hop adjoint_of(wilson::Hop hop) {
    return hop == wilson::Hop::forward ? wilson::Hop::backward
                                       : wilson::Hop::forward;
}

/// Number of the first of the two spins that a half-spinor holds: the upper
/// ones, but in T those that 1 + sign g_T leaves.
inline int first_spin(int mu, wilson::Hop hop) {
    return mu == wilson::kT && hop == wilson::Hop::forward ? 2 : 0;
}

/// Results of a few additions and products of numbers of size up to 10.
template <class T>
constexpr double kRounding = 100.0 * std::numeric_limits<T>::epsilon();

/// Blocks of 8, 4, 2 and 1 sub-blocks, with faces of 8 to 480 sites whose
/// tiles are runs of memory in some directions and scattered in others.
inline std::vector<lattice::Extents> blocks() {
    return {{{8, 4, 12, 6}}, {{4, 6, 8, 10}}, {{6, 4, 2, 10}},
            {{6, 2, 10, 6}}, {{2, 2, 2, 2}},  {{2, 6, 4, 8}}};
}

/// Lists of faces: each alone, all, and some with gaps between.
inline std::vector<wilson::FaceList> face_lists() {
    constexpr auto forward = wilson::Hop::forward;
    constexpr auto backward = wilson::Hop::backward;
    std::vector<wilson::FaceList> lists(2);
    for (int mu = 0; mu < 4; ++mu)
        for (const auto hop : {forward, backward}) {
            lists[0].add(mu, hop);
            lists.emplace_back().add(mu, hop);
        }
    lists[1].add(wilson::kX, backward);
    lists[1].add(wilson::kZ, forward);
    lists[1].add(wilson::kT, forward);
    lists[1].add(wilson::kT, backward);
    return lists;
}

/// Calls body(geometry, list) for all blocks and lists.
template <class Body>
void for_face_lists(const Body& body) {
    for (const auto& extents : blocks())
        for (const auto& list : face_lists()) {
            bool cut[4] = {};
            for (const auto& face : list) cut[face.mu] = true;
            body(wilson::make_geometry(extents, cut), list);
        }
}

/// Calls body(geometry, face) for all blocks and faces.
template <class Body>
void for_faces(const Body& body) {
    for_face_lists(
        [&](const wilson::Geometry& g, const wilson::FaceList& list) {
            if (list.count == 1) body(g, list.face[0]);
        });
}

/// "block 8x4x12x6, faces Z+ T-", for CAPTURE.
inline std::string describe(const wilson::Geometry& g,
                            const wilson::FaceList& list) {
    std::string text = "block " +
                       lattice::to_string({{g.extent[0], g.extent[1],
                                            g.extent[2], g.extent[3]}}) +
                       ", faces";
    for (const auto [mu, hop] : list)
        text += std::string{" "} + "XYZT"[mu] +
                (hop == wilson::Hop::forward ? "+" : "-");
    return text;
}

}  // namespace tasuki::test

// Faces with the sites of one parity, and faces in 16-bit fixed point, against
// faces with all sites in single and double precision.
#include <doctest/doctest.h>

#include <cmath>

#include "codelets/wilson/matvec/matvec.hpp"
#include "codelets/wilson/merge/merge.hpp"
#include "codelets/wilson/pack/pack.hpp"
#include "codelets/wilson/site_reals.hpp"
#include "tests/codelets/backends.hpp"
#include "tests/codelets/wilson_records.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::List, runtime::Read, runtime::Write;
using wilson::Edge, wilson::FaceList, wilson::Fixed16, wilson::Geometry;

/// Sites of `kReals` numbers, as they are computed with.
template <int kReals>
using Sites = std::vector<std::array<double, kReals>>;

template <int kReals>
Sites<kReals> random_sites(std::size_t count, std::uint64_t seed) {
    const auto reals = random_reals<double>(count, kReals, seed);
    Sites<kReals> sites(count);
    for (std::size_t n = 0; n < count; ++n)
        for (int k = 0; k < kReals; ++k) sites[n][k] = reals[n * kReals + k];
    return sites;
}

template <class T, int kReals>
std::size_t reals_for(std::size_t sites) {
    return (sites + 7) / 8 * wilson::ScaledRecord<T, kReals>::kTileReals;
}

template <class T, int kReals>
Array<T> stored(const Sites<kReals>& sites) {
    std::vector<T> tiles(reals_for<T, kReals>(sites.size()));
    for (std::size_t n = 0; n < sites.size(); ++n) {
        wilson::SiteReals<T, kReals> site;
        for (int k = 0; k < kReals; ++k)
            site.r[k] = static_cast<wilson::Compute<T>>(sites[n][k]);
        site.store(tiles.data(), n);
    }
    return array_of(tiles);
}

template <int kReals, class T>
Sites<kReals> sites_of(const Array<T>& array) {
    const auto tiles = values_of(array);
    Sites<kReals> sites(tiles.size() /
                        wilson::ScaledRecord<T, kReals>::kTileReals * 8);
    for (std::size_t n = 0; n < sites.size(); ++n) {
        const wilson::SiteReals<T, kReals> site{tiles.data(), n};
        for (int k = 0; k < kReals; ++k) sites[n][k] = site.r[k];
    }
    return sites;
}

template <int kReals>
Sites<kReals> half_of(const Sites<kReals>& sites, int parity) {
    const auto half = static_cast<std::ptrdiff_t>(sites.size() / 2);
    return {sites.begin() + parity * half, sites.begin() + (parity + 1) * half};
}

template <class T>
std::vector<Sites<12>> packed_by(const Geometry& g, const FaceList& faces,
                                 bool dagger, const Sites<24>& psi,
                                 runtime::Where where) {
    auto field = stored<T, 24>(psi);
    std::vector<Array<T>> halves;
    List<Write<T>> list;
    for (const auto [mu, hop] : faces)
        list.add(halves.emplace_back(
            context(), reals_for<T, 12>(face_places(g, faces, mu))));
    runtime::submit<wilson::pack::Kernel<T>>(context(), {g, faces, dagger},
                                             {.where = where}, field, list);
    std::vector<Sites<12>> packed;
    for (const auto& half : halves) packed.push_back(sites_of<12>(half));
    return packed;
}

template <class T>
Sites<24> merged_by(const Geometry& g, const FaceList& faces, bool dagger,
                    const Sites<24>& before,
                    const std::vector<Sites<12>>& products,
                    runtime::Where where) {
    auto out = stored<T, 24>(before);
    std::vector<Array<T>> arrays;
    List<Read<T>> list;
    for (const auto& product : products)
        list.add(arrays.emplace_back(stored<T, 12>(product)));
    runtime::submit<wilson::merge::Kernel<T>>(
        context(), {g, faces, 0.137, {1, -1}, dagger}, {.where = where}, out,
        list);
    return sites_of<24>(out);
}

/// The products of the same half-spinors and links for each face.
template <class T>
std::vector<Sites<12>> products_of(const Geometry& g, const FaceList& faces,
                                   const Sites<12>& half,
                                   const std::vector<T>& links,
                                   runtime::Where where) {
    auto given = stored<T, 12>(half);
    auto u = array_of(links);
    std::vector<Array<T>> arrays;
    List<wilson::matvec::Face<T>> list;
    for (int k = 0; k < faces.count; ++k)
        list.add(arrays.emplace_back(context(), given.size()), given, u);
    runtime::submit<wilson::matvec::Kernel<T, 12>>(context(), {g, faces},
                                                   {.where = where}, list);
    std::vector<Sites<12>> products;
    for (const auto& product : arrays)
        products.push_back(sites_of<12>(product));
    return products;
}

/// Places of a face with all sites that are of this parity on this edge.
std::vector<int> places_of(const Geometry& g, int mu, Edge edge, int parity) {
    std::vector<int> places;
    for (int f = 0; f < wilson::face_sites(g, mu); ++f)
        if (face_site(g, mu, edge, f).parity == parity) places.push_back(f);
    return places;
}

template <class T>
void check_one_parity(const Geometry& g, const FaceList& all, int parity,
                      bool dagger, runtime::Where where) {
    auto one = all;
    one.parity = parity;
    const auto psi =
        random_sites<24>(std::size_t{2} * g.half_volume, 7 + parity);
    const auto expected = packed_by<T>(g, all, dagger, psi, where);
    const auto packed =
        packed_by<T>(g, one, dagger, half_of<24>(psi, parity), where);
    auto products = expected;
    for (int k = 0; k < all.count; ++k) {
        const auto [mu, hop] = all.face[k];
        const auto places = places_of(g, mu, packed_edge(hop), parity);
        REQUIRE(packed[k].size() == (places.size() + 7) / 8 * 8);
        // The last one fills up the last tile.
        for (std::size_t f = 0; f < packed[k].size(); ++f)
            REQUIRE(packed[k][f] ==
                    expected[k][places[std::min(f, places.size() - 1)]]);
        REQUIRE(places == places_of(g, mu, merged_edge(hop), 1 - parity));
        for (auto& site : products[k]) site = {};
        for (const int f : places) products[k][f] = expected[k][f];
    }
    const auto whole = merged_by<T>(g, all, dagger, psi, products, where);
    CHECK(merged_by<T>(g, one, dagger, half_of<24>(psi, 1 - parity), packed,
                       where) == half_of<24>(whole, 1 - parity));
}

template <class T>
void check_one_parity() {
    for (const auto where : backends())
        for_face_lists([where](const Geometry& g, const FaceList& faces) {
            CAPTURE(name_of(where));
            CAPTURE(describe(g, faces));
            for (const int parity : {0, 1})
                for (const bool dagger : {false, true})
                    check_one_parity<T>(g, faces, parity, dagger, where);
        });
}

/// Of the largest component of each site.
template <int kReals>
void check_near(const Sites<kReals>& found, const Sites<kReals>& expected,
                double unit) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t n = 0; n < found.size(); ++n) {
        double largest = 0, worst = 0;
        for (int k = 0; k < kReals; ++k) {
            largest = std::max(largest, std::abs(expected[n][k]));
            worst = std::max(worst, std::abs(found[n][k] - expected[n][k]));
        }
        REQUIRE(worst <= unit * largest);
    }
}

}  // namespace

TEST_CASE("a face of one parity has the sites of a face of both") {
    SUBCASE("in double precision") {
        check_one_parity<double>();
    }
    SUBCASE("in single precision") {
        check_one_parity<float>();
    }
    SUBCASE("in fixed point") {
        check_one_parity<Fixed16>();
    }
}

TEST_CASE("faces in fixed point are those of single precision, rounded") {
    // A unit where psi was rounded, before terms are added, and one in the end;
    // merge rounds for each of four directions.
    constexpr double unit = 1 / wilson::kFixedOne;
    for (const auto where : backends())
        for_face_lists([where](const Geometry& g, const FaceList& faces) {
            CAPTURE(name_of(where));
            CAPTURE(describe(g, faces));
            const auto psi =
                random_sites<24>(std::size_t{2} * g.half_volume, 5);
            const auto fixed = packed_by<Fixed16>(g, faces, false, psi, where);
            const auto single = packed_by<float>(g, faces, false, psi, where);
            for (int k = 0; k < faces.count; ++k)
                check_near<12>(fixed[k], single[k], 8 * unit);
            check_near<24>(
                merged_by<Fixed16>(g, faces, false, psi, single, where),
                merged_by<float>(g, faces, false, psi, single, where),
                8 * unit);
        });
}

TEST_CASE("products in fixed point are those of single precision, rounded") {
    const auto g = wilson::make_geometry({{4, 6, 8, 10}}, {});
    FaceList faces;
    for (const auto hop : {wilson::Hop::forward, wilson::Hop::backward})
        faces.add(wilson::kY, hop);
    const auto count = static_cast<std::size_t>(face_places(g, faces, 1));
    const auto half = random_sites<12>(count, 5);
    const auto u = lattice::hot_start({{4, 4, 4, 4}}, 6);
    std::vector<Fixed16> links(count * 12);
    std::vector<float> rows(count * 12);
    for (std::size_t n = 0; n < count; ++n)
        for (int k = 0; k < 12; ++k) {
            const auto& c = u.links()[n % u.links().size()].e[k / 2];
            const double real = k % 2 == 0 ? c.real() : c.imag();
            const auto q = std::lrint(real * wilson::kFixedOne);
            const std::size_t tile = n / 8 * 96;
            const int lane = static_cast<int>(n % 8);
            links[tile + wilson::Record<Fixed16, 12>::offset(k, lane)] =
                static_cast<Fixed16>(q);
            rows[tile + wilson::Record<float, 12>::offset(k, lane)] =
                static_cast<float>(q) / wilson::kFixedOne;
        }
    for (const auto where : backends()) {
        CAPTURE(name_of(where));
        const auto fixed = products_of(g, faces, half, links, where);
        const auto single = products_of(g, faces, half, rows, where);
        for (int k = 0; k < faces.count; ++k)
            check_near<12>(fixed[k], single[k], 8.0 / wilson::kFixedOne);
    }
}

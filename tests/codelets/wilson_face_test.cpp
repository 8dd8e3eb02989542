// The order of the sites of a face, on which pack, merge and the face links of
// two neighbours agree.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "codelets/wilson/face.hpp"
#include "codelets/wilson/transfer.hpp"
#include "tests/codelets/wilson_records.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using lattice::Coordinates;
using wilson::Edge;

/// Coordinates of every site, by its number.
std::map<std::size_t, Coordinates> sites_of(const wilson::Geometry& g) {
    std::map<std::size_t, Coordinates> sites;
    const lattice::Extents extents{
        {g.extent[0], g.extent[1], g.extent[2], g.extent[3]}};
    for (std::size_t n = 0; n < extents.volume(); ++n) {
        const auto c = extents.coordinates(n);
        sites[number_of(g, wilson::site_index(g, c[0], c[1], c[2], c[3]))] = c;
    }
    return sites;
}

}  // namespace

TEST_CASE("a block numbers each of its sites once, even ones first") {
    for (const auto& extents : blocks()) {
        CAPTURE(lattice::to_string(extents));
        const auto sites = sites_of(wilson::make_geometry(extents, {}));
        CHECK(sites.size() == extents.volume());
        CHECK(sites.begin()->first == 0);
        CHECK(sites.rbegin()->first == extents.volume() - 1);
        for (const auto& [number, c] : sites)
            REQUIRE((c[0] + c[1] + c[2] + c[3]) % 2 ==
                    (number < extents.volume() / 2 ? 0 : 1));
    }
}

TEST_CASE("a face numbers each site of its layer once") {
    for_faces([](const wilson::Geometry& g, const wilson::FaceHop& face) {
        const auto [mu, hop] = face;
        CAPTURE(describe(g, {1, {face}}));
        const auto coordinates = sites_of(g);
        const int count = wilson::face_sites(g, mu);
        REQUIRE(count * g.extent[mu] == 2 * g.half_volume);
        const int layer =
            packed_edge(hop) == Edge::first ? 0 : g.extent[mu] - 1;
        std::set<std::size_t> seen;
        for (int f = 0; f < count; ++f) {
            const auto n = number_of(g, face_site(g, mu, packed_edge(hop), f));
            REQUIRE(coordinates.at(n)[mu] == layer);
            seen.insert(n);
        }
        CHECK(seen.size() == static_cast<std::size_t>(count));
    });
}

TEST_CASE("the blocks on both sides of a face number it alike") {
    for_faces([](const wilson::Geometry& g, const wilson::FaceHop& face) {
        const auto [mu, hop] = face;
        CAPTURE(describe(g, {1, {face}}));
        const auto coordinates = sites_of(g);
        for (int f = 0; f < wilson::face_sites(g, mu); ++f) {
            CAPTURE(f);
            auto here = coordinates.at(
                number_of(g, face_site(g, mu, packed_edge(hop), f)));
            auto there = coordinates.at(
                number_of(g, face_site(g, mu, merged_edge(hop), f)));
            here[mu] = there[mu] = 0;
            REQUIRE(here == there);
            // The first half is even in the other coordinates.
            REQUIRE((here[0] + here[1] + here[2] + here[3]) % 2 ==
                    (f < wilson::face_sites(g, mu) / 2 ? 0 : 1));
        }
    });
}

TEST_CASE("face links are those of the block's last layer, in face order") {
    const lattice::Extents whole{{8, 12, 16, 20}};
    const auto u = lattice::hot_start(whole, 3);
    for_faces([&](const wilson::Geometry& g, const wilson::FaceHop& face) {
        const auto [mu, hop] = face;
        if (hop == wilson::Hop::backward) return;  // both use the same links
        CAPTURE(describe(g, {1, {face}}));
        const Coordinates origin{0, 2, 4, 10};
        const auto coordinates = sites_of(g);
        const auto count = static_cast<std::size_t>(wilson::face_sites(g, mu));
        std::vector<double> tiles(count * 18);
        wilson::import_face_links<double, 18>(u, origin, g, mu, tiles);
        for (std::size_t f = 0; f < count; ++f) {
            auto c = coordinates.at(number_of(
                g, face_site(g, mu, Edge::last, static_cast<int>(f))));
            for (int nu = 0; nu < 4; ++nu) c[nu] += origin[nu];
            REQUIRE(record_at<18>(tiles, f) == u.link(whole.index(c), mu).e);
        }
    });
}

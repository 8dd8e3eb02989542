// Fields over a box of a lattice are parts of those over the whole.
#include <doctest/doctest.h>

#include <set>

#include "codelets/lattice/gauge_field.hpp"
#include "codelets/lattice/region.hpp"
#include "codelets/lattice/spinor_field.hpp"

using namespace tasuki::lattice;

namespace {

constexpr Extents kWhole{{4, 6, 8, 10}};

/// One cuts no direction, one goes around the lattice in two.
const Region kRegions[] = {
    Region{kWhole},
    Region{kWhole, {0, 0, 0, 5}, {{4, 6, 8, 5}}},
    Region{kWhole, {0, 5, 2, 9}, {{4, 3, 4, 7}}},
    Region{kWhole, {3, 1, 0, 0}, {{1, 2, 8, 1}}},
};

}  // namespace

TEST_CASE("a region has each of its sites in one place") {
    for (const Region& region : kRegions) {
        std::set<std::size_t> places;
        std::size_t inside = 0;
        for (std::size_t n = 0; n < kWhole.volume(); ++n) {
            const auto site = kWhole.coordinates(n);
            if (!region.contains(site)) continue;
            ++inside;
            places.insert(region.index(site));
            CHECK(region.site(region.index(site)) == site);
        }
        CHECK(inside == region.volume());
        CHECK(places.size() == region.volume());
        CHECK(*places.rbegin() == region.volume() - 1);
    }
}

TEST_CASE("a region with neighbours has those of every site") {
    for (const Region& region : kRegions) {
        const auto grown = region.with_neighbours();
        std::size_t in_box = 0;
        for (std::size_t n = 0; n < kWhole.volume(); ++n) {
            const auto site = kWhole.coordinates(n);
            bool near = true;
            for (int mu = 0; mu < kDimensions; ++mu) {
                bool some = false;
                for (const int step : {-1, 0, 1}) {
                    // Along mu alone: the box is a product of intervals.
                    auto c = kWhole.shifted(site, mu, step);
                    for (int nu = 0; nu < kDimensions; ++nu)
                        if (nu != mu) c[nu] = region.first()[nu];
                    some = some || region.contains(c);
                }
                near = near && some;
            }
            in_box += near;
            if (near) CHECK(grown.contains(site));
        }
        CHECK(grown.volume() == in_box);
    }
    CHECK(Region{kWhole}.with_neighbours() == Region{kWhole});
}

TEST_CASE("fields of a region are those of the lattice") {
    const auto u = hot_start(kWhole, 7);
    const auto random = random_source(kWhole, 8);
    const auto point = point_source(kWhole, {0, 1, 2, 3}, 2, 1);
    for (const Region& region : kRegions) {
        const auto part = hot_start(region, 7);
        const auto computed = GaugeField::computed(region, 7);
        const auto random_part = random_source(region, 8);
        const auto point_part = point_source(region, {0, 1, 2, 3}, 2, 1);
        CHECK(part.extents() == kWhole);
        CHECK(part.links().size() == 4 * region.volume());
        for (std::size_t k = 0; k < region.volume(); ++k) {
            const auto site = region.site(k);
            for (int mu = 0; mu < kDimensions; ++mu) {
                CHECK(part.link(k, mu) == u.link(site, mu));
                CHECK(computed.link(k, mu) == u.link(site, mu));
                CHECK(computed.link(site, mu) == u.link(site, mu));
            }
            CHECK(random_part.sites[k] == random.at(site));
            CHECK(point_part.sites[k] == point.at(site));
        }
    }
}

// Of the first version: results that were published have these links.
TEST_CASE("random links stay what they are") {
    const auto u = hot_link(1, 5);
    CHECK(u(0, 0) == Complex{0x1.4b9897d488c59p-1, -0x1.6c2353b435d3ap-3});
    CHECK(u(1, 1) == Complex{0x1.ca4bd5e725a79p-1, -0x1.5d87244483e5p-4});
    CHECK(u(2, 2) == Complex{0x1.6b082b27591c8p-1, 0x1.1474b660f7cep-2});
    const auto v =
        hot_link((std::uint64_t{1} << 40) + 3, (std::uint64_t{1} << 33) + 7);
    CHECK(v(0, 0) == Complex{-0x1.419ab811b1917p-3, -0x1.ce5e9394e5ae5p-2});
    CHECK(v(1, 1) == Complex{-0x1.0cec891291e7ap-2, 0x1.6412e740c3f5ep-3});
    CHECK(v(2, 2) == Complex{0x1.6f52c984a6d32p-3, -0x1.2a8e3d710f368p-1});
}

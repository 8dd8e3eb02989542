#include "io/gauge/validate.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "tests/close.hpp"
#include "tests/io/gauge/fixtures.hpp"

using namespace tasuki;
using tasuki::test::close;

TEST_CASE("the worst link is the one that the plain check finds") {
    auto field = lattice::hot_start({{8, 8, 6, 12}}, 9);
    for (const auto& [site, mu] :
         {std::pair{std::size_t{4607}, 3}, {0, 0}, {2000, 1}}) {
        field.link(site, mu)(2, 1) += 1e-3 * (1.0 + static_cast<double>(site));
        const auto expected = lattice::worst_unitarity(field);
        const auto found = io::find_worst_link(field);
        CHECK(found.site == expected.site);
        CHECK(found.mu == expected.mu);
        CHECK(close(found.defect, expected.defect, 1e-12));
    }
}

TEST_CASE("no entry of a link hides a NaN or an infinity") {
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()})
        for (int e = 0; e < 9; ++e) {
            auto field = lattice::cold_start({{2, 2, 2, 2}});
            field.link(3, 2).e[e].imag(bad);
            field.link(5, 1)(0, 0) = 4;  // a finite defect must not win
            const auto worst = io::find_worst_link(field);
            CHECK_FALSE(std::isfinite(worst.defect));
            CHECK(worst.site == 3);
            CHECK(worst.mu == 2);
        }
}

TEST_CASE("a double-precision file of single-precision links is odd") {
    const auto single = tasuki::test::read_bytes(tasuki::test::written(
        tasuki::test::small_field(),
        tasuki::test::as(io::Format::scidac, {32, io::ByteOrder::big, 3})));
    const auto file =
        tasuki::test::read_bytes(tasuki::test::written(single.field, {}));
    REQUIRE(file.oddities.size() == 1);
    CHECK(tasuki::test::says(file.oddities[0],
                             {"single-precision links", "direction"}));
}

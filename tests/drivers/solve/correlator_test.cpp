// The correlator of known fields, and the effective mass of known correlators.
#include "drivers/solve/correlator.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/close.hpp"

using namespace tasuki;
using drivers::effective_mass;

TEST_CASE("a correlator counts distances from the source, around the lattice") {
    const lattice::Extents extents{{2, 4, 6, 8}};
    lattice::SpinorField x{extents};
    x.at({1, 3, 5, 2})[4] = {3, 4};
    x.at({0, 0, 5, 7})[11] = {0, 2};
    for (const auto& [axis, from, first, second] :
         {std::array{3, 6, 4, 1}, std::array{2, 1, 4, 4},
          std::array{1, 0, 3, 0}}) {
        CAPTURE(axis);
        std::vector<double> expected(extents[axis]), found(extents[axis]);
        expected[first] += 25;
        expected[second] += 4;
        drivers::add_to_correlator(x, axis, from, found);
        CHECK(found == expected);
    }
}

TEST_CASE("the effective mass of a cosh is its mass") {
    constexpr double kMass = 0.37;
    std::vector<double> c(12);
    for (std::size_t d = 0; d < c.size(); ++d)
        c[d] = 5 * std::cosh(kMass * (static_cast<double>(d) - 6));
    const auto mass = effective_mass(c);
    CHECK_FALSE(mass[0].has_value());  // the two branches meet there
    for (std::size_t d = 1; d < c.size(); ++d) {
        REQUIRE(mass[d].has_value());
        CHECK(test::close(*mass[d], kMass, 1e-12));
    }
}

TEST_CASE("where there is no effective mass none is given") {
    CHECK(effective_mass({}).empty());
    for (const auto& mass : effective_mass({1, -1, 0, 2, std::nan("")}))
        CHECK((!mass || std::isfinite(*mass)));
    CHECK_FALSE(effective_mass({0, 0, 0, 0})[1].has_value());
}

// Nodes, weights and functions of the sphere against more digits.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "codelets/sphere/expansion/expansion.hpp"
#include "codelets/sphere/reference.hpp"
#include "codelets/sphere/synthesis/synthesis.hpp"
#include "runtime/core/error.hpp"
#include "tests/close.hpp"

using namespace tasuki;
using namespace tasuki::sphere;
using tasuki::test::close;

namespace {

constexpr double kPi = std::numbers::pi;

/// P_n of the orders m and degrees - m on some latitudes of a Gauss grid, by
/// the kernels.
/// @return (latitudes)
std::vector<double> function_by_kernels(int degrees, int m, int n,
                                        const LatitudeBlock& block) {
    const Orders orders{triangle(degrees), std::min(m, degrees - m),
                        degrees / 2 + 1};
    const Recurrences recurrences = recurrences_of(orders);
    const auto r = static_cast<std::uint32_t>(orders.size());
    const auto groups = static_cast<std::uint32_t>(block.groups);
    std::vector<Start> start(r * groups);
    start::run_cpu({r, groups}, {start, orders.list(), recurrences.lead,
                                 recurrences.step, block.pair, block.cosine});
    std::vector<Complex> spectrum(orders.coefficients());
    for (const Order& order : orders.list())
        if (order.m == m)
            spectrum[order.coefficient + static_cast<std::size_t>(n - m)] = 1;
    std::vector<Term> series(orders.terms());
    expansion::run_cpu(
        {1, r, static_cast<std::uint32_t>(orders.terms()),
         static_cast<std::uint32_t>(orders.coefficients()), degrees},
        {series, orders.list(), recurrences.conversion, spectrum});
    const auto pairs = static_cast<std::uint32_t>(block.pairs);
    std::vector<Complex> fourier(2 * pairs * r);
    synthesis::run_cpu(
        {1, r, static_cast<std::uint32_t>(orders.terms()), pairs, groups, r,
         Rows::as_they_are},
        {fourier, orders.list(), recurrences.step, series, start, block.pair});
    std::vector<double> values;
    for (std::uint32_t p = 0; p < pairs; ++p)
        for (std::uint32_t k = 0; k < r; ++k)
            if (orders.list()[k].m == m)
                values.push_back(fourier[p * r + k].real());
    return values;
}

}  // namespace

TEST_CASE("functions up to degree 8191, near the poles and far from them") {
    for (const int degrees : {10, 511, 8191}) {
        const Grid grid{Latitudes::gauss, degrees + 1, 2 * degrees + 1};
        const auto nodes = nodes_of(grid.kind, grid.latitudes);
        const int pairs = pairs_of(grid);
        const std::vector<int> begins =
            pairs > 96 ? std::vector{0, pairs / 3, pairs - 32} : std::vector{0};
        for (const int begin : begins) {
            const LatitudeBlock block{grid, nodes, begin,
                                      std::min(begin + 32, pairs)};
            for (const int m :
                 {0, 1, degrees / 7, degrees / 2, degrees - 1, degrees})
                for (const int n : {m, (m + degrees) / 2, degrees}) {
                    CAPTURE(degrees);
                    CAPTURE(begin);
                    CAPTURE(m);
                    CAPTURE(n);
                    const auto found =
                        function_by_kernels(degrees, m, n, block);
                    double worst = 0;
                    for (int k = 0; k < block.pairs; ++k) {
                        const auto& node =
                            nodes[static_cast<std::size_t>(begin + k)];
                        const long double cosine =
                            static_cast<long double>(node.cosine) +
                            node.cosine_rest;
                        const auto p = reference_legendre(
                            m, degrees, std::sqrt((1 - cosine) * (1 + cosine)));
                        worst = std::max(
                            worst,
                            std::abs(found[static_cast<std::size_t>(k)] -
                                     static_cast<double>(
                                         p[static_cast<std::size_t>(n - m)])));
                    }
                    // The slope of the functions in mu^2, which has 53 bits,
                    // is n^2 near the poles.
                    const double slope = begin == 0 ? 1e-15 * n * n : 0;
                    CHECK(worst < 1e-15 * (50 + 2 * n) + slope);
                }
        }
    }
}

TEST_CASE("weights integrate polynomials, as high as each rule promises") {
    const auto check = [](Latitudes kind, int latitudes, int degree) {
        CAPTURE(latitudes_name(kind));
        CAPTURE(latitudes);
        const auto nodes = nodes_of(kind, latitudes);
        REQUIRE(nodes.size() == static_cast<std::size_t>(latitudes));
        for (int power = 0; power <= degree; ++power) {
            long double sum = 0;
            for (const Node& node : nodes)
                sum += node.weight *
                       std::pow(static_cast<long double>(node.mu), power);
            const double exact = power % 2 == 0 ? 2.0 / (power + 1) : 0;
            CHECK(std::abs(static_cast<double>(sum) - exact) < 1e-15 * 8);
        }
    };
    for (const int latitudes : {1, 2, 3, 16, 33}) {
        check(Latitudes::gauss, latitudes, 2 * latitudes - 1);
        check(Latitudes::regular, latitudes, latitudes - 1);
        if (latitudes > 1) check(Latitudes::poles, latitudes, latitudes - 1);
        check(Latitudes::inner, latitudes, latitudes - 1);
    }
    const auto nodes = nodes_of(Latitudes::gauss, 2048);
    double sum = 0;
    for (std::size_t j = 0; j < nodes.size(); ++j) {
        sum += nodes[j].weight;
        CHECK(nodes[j].mu == -nodes[nodes.size() - 1 - j].mu);
        CHECK(
            close(nodes[j].mu * nodes[j].mu + nodes[j].cosine * nodes[j].cosine,
                  1, 1e-15));
    }
    CHECK(close(sum, 2, 1e-14));
}

TEST_CASE("grids by name and size") {
    for (const auto kind : kLatitudes)
        CHECK(parse_latitudes(latitudes_name(kind)) == kind);
    CHECK_THROWS_AS(parse_latitudes("gaussian"), runtime::UsageError);
    CHECK_THROWS_AS(nodes_of(Latitudes::gauss, 0), runtime::UsageError);
    CHECK_THROWS_AS(nodes_of(Latitudes::poles, 1), runtime::UsageError);
    // The grid of the source, and one whose 3 M + 1 has a large factor.
    CHECK(quadratic_grid(Latitudes::gauss, 682) ==
          Grid{Latitudes::gauss, 1024, 2048});
    for (const int degrees : {0, 1, 11, 85, 341, 2047})
        for (const auto kind : {Latitudes::gauss, Latitudes::regular}) {
            const Grid grid = quadratic_grid(kind, degrees);
            CHECK(grid.longitudes >= 3 * degrees + 1);
            CHECK_NOTHROW(check_grid(grid, triangle(degrees)));
        }
}

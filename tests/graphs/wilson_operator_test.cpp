// The operator over blocks against the plain reference and against itself.
#include <doctest/doctest.h>

#include <numeric>
#include <tuple>

#include "codelets/wilson/reference.hpp"
#include "graphs/wilson/norm2.hpp"
#include "graphs/wilson/operator.hpp"
#include "tests/graphs/wilson_support.hpp"

namespace {

using namespace tasuki;
using graphs::wilson::Placement;
using lattice::Extents;
using tests::apply, tests::context, tests::kKappa;
using tests::largest_difference;

// 48 products of numbers of size about 1, summed in another order.
constexpr double kDoubleTolerance = 1e-14;
constexpr double kSingleTolerance = 2e-6;

double error(const lattice::GaugeField& u, const lattice::SpinorField& psi,
             const lattice::SpinorField& d_psi, int bc_t) {
    std::vector<std::size_t> sites(psi.sites.size());
    std::iota(sites.begin(), sites.end(), 0);
    return wilson::reference::relative_error(u, psi, d_psi, {kKappa, bc_t},
                                             sites);
}

/// Extents that make 8, 4, 2 and 1 sub-blocks, and all directions different.
const std::vector<Extents> kLattices{
    {{8, 4, 12, 6}}, {{4, 8, 6, 12}}, {{12, 4, 2, 6}}, {{4, 6, 10, 2}},
    {{6, 2, 10, 6}}, {{2, 2, 2, 2}},  {{16, 4, 4, 4}}, {{4, 4, 4, 8}}};

}  // namespace

TEST_CASE("D equals its reference on every lattice shape") {
    for (const Extents& extents : kLattices) {
        CAPTURE(lattice::to_string(extents));
        const auto u = lattice::hot_start(extents, 11);
        const auto psi = lattice::random_source(extents, 12);
        for (const int bc_t : {+1, -1}) {
            CAPTURE(bc_t);
            const graphs::wilson::OperatorOptions options{kKappa, bc_t};
            const Extents one{{1, 1, 1, 1}};
            CHECK(error(u, psi, apply<double, 18>(u, psi, one, options), bc_t) <
                  kDoubleTolerance);
            CHECK(error(u, psi, apply<double, 12>(u, psi, one, options), bc_t) <
                  kDoubleTolerance);
            CHECK(error(u, psi, apply<float, 18>(u, psi, one, options), bc_t) <
                  kSingleTolerance);
            CHECK(error(u, psi, apply<float, 12>(u, psi, one, options), bc_t) <
                  kSingleTolerance);
        }
    }
}

TEST_CASE("D equals its reference for every cut of the lattice") {
    const Extents extents{{8, 12, 4, 16}};
    const auto u = lattice::hot_start(extents, 21);
    const auto psi = lattice::random_source(extents, 22);
    const graphs::wilson::OperatorOptions options{kKappa, -1};
    const std::vector<Extents> grids{
        {{2, 1, 1, 1}}, {{1, 2, 1, 1}}, {{1, 1, 2, 1}}, {{1, 1, 1, 2}},
        {{1, 3, 1, 4}}, {{4, 1, 2, 1}}, {{2, 2, 2, 2}}, {{4, 6, 2, 8}}};
    for (const Extents& grid : grids) {
        CAPTURE(lattice::to_string(grid));
        CHECK(error(u, psi, apply<double, 18>(u, psi, grid, options), -1) <
              kDoubleTolerance);
        CHECK(error(u, psi, apply<double, 12>(u, psi, grid, options), -1) <
              kDoubleTolerance);
        CHECK(error(u, psi, apply<float, 12>(u, psi, grid, {kKappa, +1}), +1) <
              kSingleTolerance);
    }
}

// The kernels of the vorticity equation against plain sums, on every kind of
// worker.
#include <cmath>
#include <complex>
#include <random>

#include "codelets/sphere/advance/advance.hpp"
#include "codelets/sphere/divergence/divergence.hpp"
#include "codelets/sphere/flux/flux.hpp"
#include "codelets/sphere/gust/gust.hpp"
#include "codelets/sphere/orders.hpp"
#include "codelets/sphere/power/power.hpp"
#include "codelets/sphere/recurrence.hpp"
#include "codelets/sphere/wind/wind.hpp"
#include "tests/close.hpp"
#include "tests/codelets/backends.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::sphere;
using namespace tasuki::test;
using Spectrum = std::vector<Complex>;

/// What a rank of three has of a trapezoid, and what one has of a triangle that
/// is large enough for a team to be woken.
std::vector<Orders> some_orders() {
    return {Orders{{9, 14}, 1, 3}, Orders{{5, 6}, 0, 1},
            Orders{triangle(190), 0, 1}};
}

SpectrumShape shape_of(const Orders& orders) {
    return {static_cast<std::uint32_t>(orders.size()),
            static_cast<std::uint32_t>(orders.coefficients()),
            orders.truncation().degrees};
}

Spectrum random_numbers(std::size_t size, unsigned seed) {
    std::mt19937_64 random{seed};
    std::normal_distribution<double> normal;
    Spectrum s(size);
    for (auto& x : s) x = {normal(random), normal(random)};
    return s;
}

/// Calls check(where, orders, order array).
template <class Check>
void for_all(const Check& check) {
    for (const auto where : backends())
        for (const Orders& orders : some_orders()) {
            CAPTURE(name_of(where));
            CAPTURE(orders.truncation().degrees);
            check(where, orders, array_of(orders.list()));
        }
}

/// Largest difference of two arrays, one of which has what it should.
double largest_difference(const Spectrum& a, const Spectrum& b) {
    REQUIRE(a.size() == b.size());
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}

}  // namespace

TEST_CASE("wind has the components of the wind") {
    for_all([](runtime::Where where, const Orders& orders, const auto& order) {
        const std::size_t size = orders.coefficients();
        const auto zeta = random_numbers(size, 1);
        const auto delta = random_numbers(size, 2);
        const int largest = orders.truncation().degrees;
        Spectrum expected(3 * size), rotational(2 * size);
        for (const Order& o : orders.list()) {
            const auto at = [&](const Spectrum& s, int n) {
                return n < std::max(o.m, 1) || n >= largest
                           ? Complex{}
                           : s[o.coefficient +
                               static_cast<std::size_t>(n - o.m)];
            };
            // psi and chi, and what stands beside P_n in (1 - mu^2) d / dmu.
            const auto solved = [&](const Spectrum& s, int n) {
                return n < 1 ? Complex{} : -at(s, n) / (n * (n + 1.0));
            };
            const auto slope = [&](const Spectrum& s, int n) {
                return (n + 2.0) * legendre_epsilon(o.m, n + 1) *
                           solved(s, n + 1) -
                       (n > o.m ? (n - 1.0) * legendre_epsilon(o.m, n) *
                                      solved(s, n - 1)
                                : Complex{});
            };
            const Complex im{0, static_cast<double>(o.m)};
            for (int n = o.m; n <= largest; ++n) {
                const auto i =
                    o.coefficient + static_cast<std::size_t>(n - o.m);
                expected[i] = -slope(zeta, n) + im * solved(delta, n);
                expected[size + i] = im * solved(zeta, n) + slope(delta, n);
                expected[2 * size + i] = at(zeta, n);
                rotational[i] = -slope(zeta, n);
                rotational[size + i] = im * solved(zeta, n);
            }
        }
        auto vorticity = array_of(zeta), divergence = array_of(delta);
        runtime::Array<Complex> all{context(), 3 * size};
        runtime::submit<wind::GeneralKernel>(context(), {shape_of(orders), 3},
                                             {.where = where}, all, order,
                                             vorticity, divergence);
        // Numbers of size 4 in some operations.
        CHECK(largest_difference(values_of(all), expected) < 1e-14);
        runtime::Array<Complex> two{context(), 2 * size};
        runtime::submit<wind::RotationalKernel>(
            context(), {shape_of(orders), 2}, {.where = where}, two, order,
            vorticity);
        CHECK(largest_difference(values_of(two), rotational) < 1e-14);
    });
}

TEST_CASE("divergence has the divergence and the vorticity") {
    for_all([](runtime::Where where, const Orders& orders, const auto& order) {
        const std::size_t size = orders.coefficients();
        const auto winds = random_numbers(2 * size, 3);
        auto wind = array_of(winds);
        const int largest = orders.truncation().degrees;
        for (const auto of :
             {divergence::Of::divergence, divergence::Of::vorticity}) {
            const bool curl = of == divergence::Of::vorticity;
            Spectrum expected(size);
            for (const Order& o : orders.list())
                for (int n = o.m; n < largest; ++n) {
                    const auto i =
                        o.coefficient + static_cast<std::size_t>(n - o.m);
                    const auto a = [&](int d) {
                        return winds[i + static_cast<std::size_t>(d)];
                    };
                    const auto b = [&](int d) {
                        return winds[size + i + static_cast<std::size_t>(d)];
                    };
                    const Complex im{0, static_cast<double>(o.m)};
                    const double up = n * legendre_epsilon(o.m, n + 1);
                    const double down = (n + 1) * legendre_epsilon(o.m, n);
                    if (curl)
                        expected[i] = im * b(0) - up * a(1) +
                                      (n > o.m ? down * a(-1) : Complex{});
                    else
                        expected[i] = im * a(0) + up * b(1) -
                                      (n > o.m ? down * b(-1) : Complex{});
                    expected[i] *= -0.5;
                }
            runtime::Array<Complex> out{context(), size};
            runtime::submit<divergence::Kernel>(
                context(), {shape_of(orders), -0.5, of}, {.where = where}, out,
                order, wind);
            // Some hundred times numbers of size 4.
            CHECK(largest_difference(values_of(out), expected) < 1e-12);
        }
    });
}

TEST_CASE("advance makes the stages of the Runge-Kutta method") {
    for_all([](runtime::Where where, const Orders& orders, const auto& order) {
        const std::size_t size = orders.coefficients();
        constexpr double dt = 0.3;
        std::vector<double> e;
        for (int n = 0; n <= orders.truncation().degrees; ++n)
            e.push_back(1 / (1 + 0.01 * n));
        auto half = array_of(e);
        const auto zeta = random_numbers(size, 4);
        auto state = array_of(zeta);
        std::vector<Spectrum> k;
        for (unsigned j = 0; j < 4; ++j)
            k.push_back(random_numbers(size, 5 + j));
        runtime::Array<Complex> next{context(), size};
        runtime::Array<Complex> sum{context(), size};
        for (int stage = 1; stage <= 4; ++stage) {
            CAPTURE(stage);
            Spectrum expected(size);
            for (const Order& o : orders.list())
                for (int n = o.m; n <= orders.truncation().degrees; ++n) {
                    const auto i =
                        o.coefficient + static_cast<std::size_t>(n - o.m);
                    const double E = e[static_cast<std::size_t>(n)];
                    if (stage == 1)
                        expected[i] = E * (zeta[i] + dt / 2 * k[0][i]);
                    if (stage == 2)
                        expected[i] = E * zeta[i] + dt / 2 * k[1][i];
                    if (stage == 3)
                        expected[i] = E * E * zeta[i] + dt * E * k[2][i];
                    if (stage == 4)
                        expected[i] =
                            E * E * zeta[i] +
                            dt / 6 *
                                (E * E * k[0][i] + 2 * E * (k[1][i] + k[2][i]) +
                                 k[3][i]);
                }
            auto rate = array_of(k[static_cast<std::size_t>(stage) - 1]);
            const advance::Args args{shape_of(orders), dt, stage};
            const auto submit_stage = [&](auto adds) {
                runtime::submit<advance::Kernel<adds()>>(
                    context(), args, {.where = where}, next, sum, order, half,
                    rate, state);
            };
            if (stage == 4)
                runtime::submit<advance::LastKernel>(context(), args,
                                                     {.where = where}, state,
                                                     sum, order, half, rate);
            else if (stage == 1)
                submit_stage(std::false_type{});
            else
                submit_stage(std::true_type{});
            CHECK(largest_difference(values_of(stage == 4 ? state : next),
                                     expected) < 1e-14);
        }
    });
}

TEST_CASE("power sums the squares of each degree") {
    for_all([](runtime::Where where, const Orders& orders, const auto& order) {
        const auto s = random_numbers(orders.coefficients(), 9);
        auto spectrum = array_of(s);
        const auto degrees =
            static_cast<std::size_t>(orders.truncation().degrees);
        std::vector<double> expected(degrees + 1);
        for (const Order& o : orders.list())
            for (std::size_t n = static_cast<std::size_t>(o.m); n <= degrees;
                 ++n)
                expected[n] +=
                    (o.m == 0 ? 1 : 2) *
                    std::norm(
                        s[o.coefficient + n - static_cast<std::size_t>(o.m)]);
        runtime::Array<double> out{context(), degrees + 1};
        runtime::submit<power::Kernel>(context(), shape_of(orders),
                                       {.where = where}, out, order, spectrum);
        const auto found = values_of(out);
        for (std::size_t n = 0; n <= degrees; ++n)
            CHECK(close(found[n], expected[n], 1e-13));
    });
}

TEST_CASE("flux and gust on a block of latitudes") {
    for (const auto where : backends())
        for (const int longitudes : {7, 50, 3000}) {
            CAPTURE(name_of(where));
            CAPTURE(longitudes);
            // The second to fourth of five pairs, the fifth being the equator.
            const Grid grid{Latitudes::gauss, 9, longitudes};
            const auto nodes = nodes_of(grid.kind, grid.latitudes);
            const LatitudeBlock block{grid, nodes, 1, 5};
            const auto columns = static_cast<std::size_t>(longitudes);
            const std::size_t size = 2 * 4 * columns;
            std::vector<double> fields;
            for (const Complex& x : random_numbers(3 * size, 10))
                fields.push_back(x.real());
            auto input = array_of(fields);
            auto pair = array_of(block.pair);
            runtime::Array<double> out{context(), 2 * size};
            constexpr double omega = 1.5;
            runtime::submit<flux::Kernel>(
                context(), {4, static_cast<std::uint32_t>(longitudes), omega},
                {.where = where}, out, input, pair);
            runtime::Array<double> gusts{context(), 2 * 4 * gust::kParts};
            runtime::submit<gust::Kernel>(
                context(), {4, static_cast<std::uint32_t>(longitudes)},
                {.where = where}, gusts, input, pair);
            const auto found = values_of(out);
            const auto strongest = values_of(gusts);
            double worst = 0;
            for (std::size_t row = 0; row < 8; ++row) {
                const Node& node = nodes[row < 4 ? 1 + row : 8 - (row - 3)];
                double most = 0, most_found = 0;
                for (std::size_t c = 0; c < columns; ++c) {
                    const std::size_t i = row * columns + c;
                    const double u = fields[i] / node.cosine,
                                 v = fields[size + i] / node.cosine,
                                 absolute =
                                     fields[2 * size + i] + 2 * omega * node.mu;
                    worst = std::max(
                        {worst, std::abs(found[i] - u * absolute / node.cosine),
                         std::abs(found[size + i] -
                                  v * absolute / node.cosine)});
                    most = std::max(most, u * u + v * v);
                }
                for (std::size_t k = 0; k < gust::kParts; ++k)
                    most_found =
                        std::max(most_found, strongest[row * gust::kParts + k]);
                CHECK(close(most_found, most, 1e-14));
            }
            // Up to 4 * 7 / 0.6^2 in some operations.
            CHECK(worst < 1e-13);
        }
}

// The pair of vorticity and divergence, and the wind.
#include <numbers>

#include "graphs/sphere/flow/winds.hpp"
#include "runtime/core/error.hpp"
#include "tests/graphs/sphere_support.hpp"

using namespace tasuki;
using namespace tasuki::test;
using graphs::sphere::Transform;
using graphs::sphere::WindTransform;
using sphere::Grid;
using sphere::Latitudes;
using sphere::Truncation;

namespace {

/// Winds of T<M> have degree M + 1.
constexpr Truncation kWinds{20, 21};
constexpr Grid kGrid{Latitudes::gauss, 33, 44};

/// Of T20, without mean: of the largest degree there is nothing.
Coefficients random_potential(unsigned seed) {
    auto s = random_spectrum(kWinds, seed);
    for (int m = 0; m <= kWinds.orders; ++m) s[kWinds.index(m, 21)] = 0;
    s[0] = 0;
    return s;
}

Coefficients laplacian(Coefficients s) {
    for (int m = 0; m <= kWinds.orders; ++m)
        for (int n = m; n <= kWinds.degrees; ++n)
            s[kWinds.index(m, n)] *= -n * (n + 1.0);
    return s;
}

double largest(const Coefficients& s) {
    double most = 0;
    for (const auto& x : s) most = std::max(most, std::abs(x));
    return most;
}

struct Both {
    Coefficients vorticity, divergence;
};
struct Wind {
    std::vector<double> u, v;
};

/// A transform with all that it moves.
struct Setup {
    explicit Setup(graphs::Share share)
        : transform{sphere_context(),
                    {.truncation = kWinds, .grid = kGrid, .share = share}} {}
    Wind winds_of(const Both& both) {
        transform.assign(vorticity, 0, both.vorticity);
        transform.assign(divergence, 0, both.divergence);
        wind.submit_winds(vorticity, divergence, fields);
        return {transform.collect(fields, 0), transform.collect(fields, 1)};
    }
    Both of(const Wind& given) {
        transform.assign(fields, 0, given.u);
        transform.assign(fields, 1, given.v);
        wind.submit_vorticity_divergence(fields, vorticity, divergence);
        return {transform.collect(vorticity, 0),
                transform.collect(divergence, 0)};
    }

    Transform transform;
    WindTransform wind{transform};
    graphs::sphere::Spectra vorticity = transform.make_spectra(1);
    graphs::sphere::Spectra divergence = transform.make_spectra(1);
    graphs::sphere::Fields fields = transform.make_fields(2);
};

template <class Check>
void for_shares(const Check& check) {
    for (const auto share : sphere_shares()) {
        CAPTURE(share.to_string());
        Setup setup{share};
        check(setup);
    }
}

/// u = value(phi, lambda) on the grid.
template <class Value>
std::vector<double> on_grid(const Value& value) {
    const auto nodes = sphere::nodes_of(kGrid.kind, kGrid.latitudes);
    std::vector<double> field;
    for (const auto& node : nodes)
        for (int i = 0; i < kGrid.longitudes; ++i)
            field.push_back(
                value(node, 2 * std::numbers::pi * i / kGrid.longitudes));
    return field;
}

}  // namespace

TEST_CASE("the wind of psi and chi has their Laplacians (also on ranks)") {
    for_shares([](Setup& s) {
        const auto field = laplacian(random_potential(1));
        const Coefficients none(kWinds.size());
        const auto of_psi = s.of(s.winds_of({field, none}));
        CHECK(relative_rms(of_psi.vorticity, field) < 1e-13);
        CHECK(largest(of_psi.divergence) < 1e-12 * largest(field));
        const auto of_chi = s.of(s.winds_of({none, field}));
        CHECK(relative_rms(of_chi.divergence, field) < 1e-13);
        CHECK(largest(of_chi.vorticity) < 1e-12 * largest(field));
    });
}

TEST_CASE("u and v are the derivatives of psi and chi") {
    // By differences of the fields themselves, written down as functions.
    const auto x = [](double phi, double lambda) {
        return std::cos(phi) * std::cos(lambda);
    };
    const auto y = [](double phi, double lambda) {
        return std::cos(phi) * std::sin(lambda);
    };
    const auto psi = [&](double phi, double lambda) {
        return x(phi, lambda) * std::sin(phi) * y(phi, lambda);
    };
    const auto chi = [&](double phi, double lambda) {
        return y(phi, lambda) + std::pow(std::sin(phi), 4) * x(phi, lambda);
    };
    constexpr double h = 1e-4;
    const auto d_phi = [&](const auto& f, double phi, double lambda) {
        return (f(phi + h, lambda) - f(phi - h, lambda)) / (2 * h);
    };
    const auto d_lambda = [&](const auto& f, double phi, double lambda) {
        return (f(phi, lambda + h) - f(phi, lambda - h)) / (2 * h) /
               std::cos(phi);
    };
    const auto u = on_grid([&](const sphere::Node& node, double lambda) {
        const double phi = std::asin(node.mu);
        return -d_phi(psi, phi, lambda) + d_lambda(chi, phi, lambda);
    });
    const auto v = on_grid([&](const sphere::Node& node, double lambda) {
        const double phi = std::asin(node.mu);
        return d_lambda(psi, phi, lambda) + d_phi(chi, phi, lambda);
    });
    for_shares([&](Setup& s) {
        const auto spectrum_of = [&](const auto& f) {
            return laplacian(
                analyzed(s.transform,
                         on_grid([&](const sphere::Node& node, double lambda) {
                             return f(std::asin(node.mu), lambda);
                         })));
        };
        const auto wind = s.winds_of({spectrum_of(psi), spectrum_of(chi)});
        // h^2 / 6 times third derivatives
        CHECK(relative_rms(wind.u, u) < 1e-7);
        CHECK(relative_rms(wind.v, v) < 1e-7);
    });
}

TEST_CASE("a flow without divergence is that with a divergence of 0") {
    for_shares([](Setup& s) {
        const auto vorticity = random_potential(5);
        const auto both = s.winds_of({vorticity, Coefficients(kWinds.size())});
        s.wind.submit_winds(s.vorticity, s.fields);
        CHECK(s.transform.collect(s.fields, 0) == both.u);
        CHECK(s.transform.collect(s.fields, 1) == both.v);
    });
}

TEST_CASE("winds want one spectrum each and two fields") {
    Setup s{graphs::Share::Name::cpu};
    auto two = s.transform.make_spectra(2);
    auto one = s.transform.make_fields(1);
    CHECK_THROWS_AS(s.wind.submit_winds(two, s.divergence, s.fields),
                    runtime::UsageError);
    CHECK_THROWS_AS(s.wind.submit_winds(s.vorticity, two, s.fields),
                    runtime::UsageError);
    CHECK_THROWS_AS(s.wind.submit_winds(s.vorticity, one), runtime::UsageError);
    CHECK_THROWS_AS(
        s.wind.submit_vorticity_divergence(one, s.vorticity, s.divergence),
        runtime::UsageError);
}

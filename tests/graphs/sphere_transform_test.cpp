// Spherical harmonic transforms against plain sums in extended precision, in
// every placement.
#include <numbers>

#include "codelets/sphere/reference.hpp"
#include "runtime/core/error.hpp"
#include "tests/codelets/simd_widths.hpp"
#include "tests/graphs/sphere_support.hpp"

using namespace tasuki;
using namespace tasuki::test;
using graphs::sphere::Transform;
using graphs::sphere::TransformOptions;
using sphere::Grid;
using sphere::Latitudes;
using sphere::Truncation;

namespace {

struct Case {
    Truncation truncation;
    Grid grid;
};

/// Also odd sizes, the least ones, and more latitudes than needed.
std::vector<Case> cases() {
    std::vector<Case> all{
        {{0, 0}, {Latitudes::gauss, 1, 1}},
        {{0, 0}, {Latitudes::gauss, 2, 4}},
        {{1, 1}, {Latitudes::gauss, 2, 3}},
        {{2, 3}, {Latitudes::gauss, 5, 8}},
        {{7, 7}, {Latitudes::gauss, 9, 15}},
        {{21, 21}, {Latitudes::gauss, 32, 64}},
        {{20, 31}, {Latitudes::gauss, 33, 41}},
        {{40, 41}, {Latitudes::gauss, 70, 83}},
    };
    for (const auto kind :
         {Latitudes::regular, Latitudes::poles, Latitudes::inner})
        for (const int degrees : {0, 5, 24})
            all.push_back(
                {sphere::triangle(degrees),
                 {kind, sphere::least_latitudes(kind, degrees) + degrees % 2,
                  2 * degrees + 2}});
    return all;
}

TransformOptions options_for(const Case& c, graphs::Share share) {
    return {.truncation = c.truncation, .grid = c.grid, .share = share};
}

/// Calls check(transform, case, expected) with every share and case, where
/// expected = reference(case), which is slow and made once.
template <class Reference, class Check>
void for_all(const Reference& reference, const Check& check) {
    const auto shares = sphere_shares();
    for (const Case& c : cases()) {
        const auto expected = [&] {
            // Workers that look for tasks would take the CPUs meanwhile.
            const runtime::Pause pause{sphere_context()};
            return reference(c);
        }();
        for (const auto share : shares) {
            CAPTURE(share.to_string());
            CAPTURE(c.truncation.orders);
            CAPTURE(c.truncation.degrees);
            CAPTURE(sphere::latitudes_name(c.grid.kind));
            CAPTURE(c.grid.latitudes);
            Transform transform{sphere_context(), options_for(c, share)};
            check(transform, c, expected);
        }
    }
}

}  // namespace

TEST_CASE("synthesis is the sum of harmonics (also on ranks)") {
    const auto spectrum_of = [](const Case& c) {
        return random_spectrum(c.truncation, 1);
    };
    for_all(
        [&](const Case& c) {
            return sphere::reference_synthesis(c.truncation, c.grid,
                                               spectrum_of(c));
        },
        [&](Transform& transform, const Case& c, const auto& expected) {
            CHECK(relative_rms(synthesized(transform, spectrum_of(c)),
                               expected) < 1e-14);
        });
}

TEST_CASE("analysis is the integral over the sphere (also on ranks)") {
    // Not only what the truncation has.
    const auto field_of = [](const Case& c) {
        std::mt19937_64 random{2};
        std::normal_distribution<double> normal;
        std::vector<double> field(c.grid.size());
        for (double& f : field) f = normal(random);
        return field;
    };
    for_all(
        [&](const Case& c) {
            return sphere::reference_analysis(c.truncation, c.grid,
                                              field_of(c));
        },
        [&](Transform& transform, const Case& c, const auto& expected) {
            CHECK(relative_rms(analyzed(transform, field_of(c)), expected) <
                  1e-14);
        });
}

/// Their messages between ranks are under way together.
TEST_CASE("transforms of other numbers of fields at once (also on ranks)") {
    const Case c{{21, 21}, {Latitudes::gauss, 32, 64}};
    Transform transform{sphere_context(),
                        options_for(c, graphs::Share::Name::cpu)};
    std::vector<Coefficients> spectra;
    std::vector<std::vector<double>> alone;
    for (unsigned k = 0; k < 3; ++k) {
        spectra.push_back(random_spectrum(c.truncation, 10 + k));
        alone.push_back(synthesized(transform, spectra.back()));
    }
    auto one = transform.make_spectra(1), two = transform.make_spectra(2);
    transform.assign(one, 0, spectra[0]);
    for (int k = 0; k < 2; ++k) transform.assign(two, k, spectra[1 + k]);
    auto of_one = transform.make_fields(1), of_two = transform.make_fields(2);
    for (int round = 0; round < 100; ++round) {
        transform.submit_synthesis(one, of_one);
        transform.submit_synthesis(two, of_two);
        transform.submit_analysis(of_one, one);
        transform.submit_analysis(of_two, two);
    }
    CHECK(relative_rms(transform.collect(of_one, 0), alone[0]) < 1e-12);
    for (int k = 0; k < 2; ++k)
        CHECK(relative_rms(transform.collect(of_two, k), alone[1 + k]) < 1e-12);
}

TEST_CASE("synthesis and analysis have every SIMD width") {
    const Truncation t{27, 30};
    const Grid grid{Latitudes::gauss, 50, 64};
    const auto spectrum = random_spectrum(t, 5);
    const auto field = sphere::reference_synthesis(t, grid, spectrum);
    for_each_simd_width([&] {
        Transform transform{
            sphere_context(),
            {.truncation = t, .grid = grid, .share = graphs::Share::Name::cpu}};
        CHECK(relative_rms(synthesized(transform, spectrum), field) < 1e-14);
        CHECK(relative_rms(analyzed(transform, field), spectrum) < 1e-14);
    });
}

TEST_CASE("analysis after synthesis at higher truncations") {
    for (const auto share : sphere_shares())
        for (const int degrees : {170, 255}) {
            CAPTURE(share.to_string());
            const auto grid = sphere::quadratic_grid(Latitudes::gauss, degrees);
            Transform transform{sphere_context(),
                                {.truncation = sphere::triangle(degrees),
                                 .grid = grid,
                                 .share = share}};
            const auto spectrum = random_spectrum(sphere::triangle(degrees), 4);
            CHECK(relative_rms(
                      analyzed(transform, synthesized(transform, spectrum)),
                      spectrum) < 1e-13);
        }
}

TEST_CASE("several fields at once are as each alone, to the bit") {
    const Truncation t{20, 21};
    const Grid grid{Latitudes::gauss, 32, 64};
    for (const auto share : sphere_shares()) {
        CAPTURE(share.to_string());
        Transform transform{sphere_context(),
                            {.truncation = t, .grid = grid, .share = share}};
        auto spectra = transform.make_spectra(3);
        auto back = transform.make_spectra(3);
        auto fields = transform.make_fields(3);
        for (int k = 0; k < 3; ++k)
            transform.assign(spectra, k, random_spectrum(t, 10u + unsigned(k)));
        transform.submit_synthesis(spectra, fields);
        transform.submit_analysis(fields, back);
        for (int k = 0; k < 3; ++k) {
            const auto alone =
                synthesized(transform, random_spectrum(t, 10u + unsigned(k)));
            CHECK(transform.collect(fields, k) == alone);
            CHECK(transform.collect(back, k) == analyzed(transform, alone));
        }
    }
}

TEST_CASE("one worker computes all that it is given (also on ranks)") {
    const Truncation t{42, 42};
    const Grid grid{Latitudes::gauss, 64, 128};
    auto& context = sphere_context();
    const auto spectrum = random_spectrum(t, 3);
    const auto on = [&](int worker) {
        return Transform{context,
                         {.truncation = t, .grid = grid, .worker = worker}};
    };
    if (context.ranks().several()) {
        CHECK_THROWS_AS(on(context.workers().front().id), runtime::UsageError);
        return;
    }
    for (const auto& worker : context.workers()) {
        CAPTURE(worker.name);
        auto alone = on(worker.id);
        for (const auto& part : alone.parts())
            CHECK(part.block.worker == worker.id);
        const bool gpu = worker.kind == runtime::Worker::Kind::gpu;
        CHECK(alone.cpu_fraction(graphs::sphere::Direction::analysis) ==
              (gpu ? 0 : 1));
        const auto field = synthesized(alone, spectrum);
        const auto back = analyzed(alone, field);
        CHECK(relative_rms(back, spectrum) < 1e-14);
        // Of its kind alone, it is cut as by the share.
        if (context.count(worker.kind) > 1) continue;
        Transform shared{context,
                         {.truncation = t,
                          .grid = grid,
                          .share = gpu ? graphs::Share::Name::gpu
                                       : graphs::Share::Name::cpu}};
        CHECK(synthesized(shared, spectrum) == field);
        CHECK(analyzed(shared, field) == back);
    }
}

TEST_CASE("rows over the cosine of their latitude") {
    const Truncation t{12, 13};
    const Grid grid{Latitudes::gauss, 21, 40};
    const auto nodes = sphere::nodes_of(grid.kind, grid.latitudes);
    for (const auto share : sphere_shares()) {
        CAPTURE(share.to_string());
        Transform transform{sphere_context(),
                            {.truncation = t, .grid = grid, .share = share}};
        const auto spectrum = random_spectrum(t, 5);
        auto field = synthesized(transform, spectrum);
        auto spectra = transform.make_spectra(1);
        auto fields = transform.make_fields(1);
        transform.assign(spectra, 0, spectrum);
        transform.submit_synthesis(spectra, fields, sphere::Rows::over_cosine);
        transform.submit_analysis(fields, spectra, sphere::Rows::over_cosine);
        for (std::size_t i = 0; i < field.size(); ++i)
            field[i] /= nodes[i / 40].cosine;
        CHECK(relative_rms(transform.collect(fields, 0), field) < 1e-15);
        for (std::size_t i = 0; i < field.size(); ++i)
            field[i] /= nodes[i / 40].cosine;
        CHECK(relative_rms(transform.collect(spectra, 0),
                           analyzed(transform, field)) < 1e-14);
    }
}

TEST_CASE("known fields") {
    const Truncation t = sphere::triangle(10);
    const Grid grid{Latitudes::gauss, 16, 32};
    Transform transform{sphere_context(), {.truncation = t, .grid = grid}};
    const auto nodes = sphere::nodes_of(grid.kind, grid.latitudes);
    const auto field_of = [&](auto f) {
        std::vector<double> field(grid.size());
        for (std::size_t j = 0; j < nodes.size(); ++j)
            for (std::size_t i = 0; i < 32; ++i)
                field[j * 32 + i] =
                    f(nodes[j].mu, 2 * kPi * static_cast<double>(i) / 32);
        return field;
    };
    // Coefficients other than the one named, and its value.
    const auto check = [&](const std::vector<double>& field, int m, int n,
                           std::complex<double> value) {
        auto spectrum = analyzed(transform, field);
        CHECK(std::abs(spectrum[t.index(m, n)] - value) < 1e-14);
        spectrum[t.index(m, n)] = 0;
        for (const auto& s : spectrum) CHECK(std::abs(s) < 1e-14);
    };
    check(field_of([](double, double) { return 1.0; }), 0, 0,
          std::sqrt(4 * kPi));
    check(field_of([](double mu, double) { return mu; }), 0, 1,
          std::sqrt(4 * kPi / 3));
    // With the phase of Condon and Shortley, Y_1^1 = -sqrt(3 / 8 pi) cos(phi).
    check(field_of([](double mu, double lambda) {
              return std::sqrt(1 - mu * mu) * std::cos(lambda);
          }),
          1, 1, -std::sqrt(2 * kPi / 3));
    check(field_of([](double mu, double lambda) {
              return std::sqrt(1 - mu * mu) * std::sin(lambda);
          }),
          1, 1, {0, std::sqrt(2 * kPi / 3)});
    check(field_of([](double mu, double lambda) {
              return (1 - mu * mu) * std::cos(2 * lambda);
          }),
          2, 2, std::sqrt(8 * kPi / 15));
}

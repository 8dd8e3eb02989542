// Spherical harmonic transforms against plain sums in extended precision, in
// every placement.
#include <numbers>

#include "codelets/sphere/reference.hpp"
#include "graphs/sphere/tuning/choices.hpp"
#include "runtime/error.hpp"
#include "tests/close.hpp"
#include "tests/codelets/simd_widths.hpp"
#include "tests/graphs/sphere_support.hpp"
#include "tests/skip.hpp"

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
    for (const auto kind : {Latitudes::regular, Latitudes::poles})
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

TEST_CASE("analysis after synthesis is the identity (also on ranks)") {
    for_all(
        [](const Case& c) { return random_spectrum(c.truncation, 3); },
        [](Transform& transform, const Case&, const auto& spectrum) {
            const auto field = synthesized(transform, spectrum);
            CHECK(relative_rms(analyzed(transform, field), spectrum) < 1e-14);
        });
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
        const auto spectra = transform.make_spectra(3);
        const auto back = transform.make_spectra(3);
        const auto fields = transform.make_fields(3);
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
        const auto spectra = transform.make_spectra(1);
        const auto fields = transform.make_fields(1);
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

TEST_CASE("a turn about the axis multiplies orders by a phase") {
    const Truncation t = sphere::triangle(15);
    const Grid grid{Latitudes::gauss, 24, 48};
    Transform transform{sphere_context(), {.truncation = t, .grid = grid}};
    auto spectrum = random_spectrum(t, 6);
    const auto field = synthesized(transform, spectrum);
    constexpr int steps = 5;
    for (int m = 0; m <= 15; ++m)
        for (int n = m; n <= 15; ++n)
            spectrum[t.index(m, n)] *=
                std::polar(1.0, -2 * kPi * m * steps / 48);
    const auto turned = synthesized(transform, spectrum);
    double worst = 0;
    for (std::size_t j = 0; j < 24; ++j)
        for (std::size_t i = 0; i < 48; ++i)
            worst = std::max(worst, std::abs(turned[j * 48 + (i + steps) % 48] -
                                             field[j * 48 + i]));
    CHECK(worst < 1e-13);
}

TEST_CASE("the integral of the square is that of the coefficients (Parseval)") {
    const Truncation t = sphere::triangle(30);
    const Grid grid{Latitudes::gauss, 46, 96};
    Transform transform{sphere_context(), {.truncation = t, .grid = grid}};
    const auto nodes = sphere::nodes_of(grid.kind, grid.latitudes);
    const auto spectrum = random_spectrum(t, 7);
    const auto field = synthesized(transform, spectrum);
    double integral = 0, sum = 0;
    for (std::size_t k = 0; k < field.size(); ++k)
        integral += field[k] * field[k] * nodes[k / 96].weight * 2 * kPi / 96;
    for (int m = 0; m <= 30; ++m)
        for (int n = m; n <= 30; ++n)
            sum += (m > 0 ? 2 : 1) * std::norm(spectrum[t.index(m, n)]);
    CHECK(close(integral, sum, 1e-13));
}

TEST_CASE("one task or three, the same to the bit") {
    const Truncation t{30, 31};
    const Grid grid{Latitudes::gauss, 50, 64};
    for (const auto share :
         {graphs::Share::Name::cpu, graphs::Share::Name::gpu}) {
        if (graphs::Share{share}.needs_gpu() && !gpu_is_here()) {
            skip_part("the share of a GPU: none is here");
            continue;
        }
        const auto make = [&](double whole_flops) {
            return Transform{sphere_context(),
                             {.truncation = t,
                              .grid = grid,
                              .share = share,
                              .whole_flops = whole_flops}};
        };
        auto one = make(1e12), three = make(0);
        const auto spectrum = random_spectrum(t, 9);
        const auto field = synthesized(three, spectrum);
        CHECK(synthesized(one, spectrum) == field);
        CHECK(analyzed(one, field) == analyzed(three, field));
        CHECK(relative_rms(analyzed(three, field), spectrum) < 1e-14);
    }
}

TEST_CASE("latitudes of CPUs, of both directions and of one, FFTs or all") {
    if (!gpu_is_here()) return skip("no GPU is here");
    const Truncation t = sphere::triangle(42);
    const Grid grid{Latitudes::gauss, 130, 128};
    const auto spectrum = random_spectrum(t, 8);
    using graphs::Share;
    Transform plain{sphere_context(),
                    {.truncation = t, .grid = grid, .share = Share::Name::cpu}};
    const auto field = synthesized(plain, spectrum);
    struct {
        double synthesis, analysis;
        bool only_ffts;
    } const cases[] = {{0.5, 0.5, true}, {0.1, 0.1, true},    {0.9, 0.9, true},
                       {0.5, 0, false},  {0, 0.5, false},     {0.3, 0.6, false},
                       {0.6, 0.3, true}, {0.031, 0.98, false}};
    for (const auto& c : cases)
        for (const bool to_host : {true, false}) {
            CAPTURE(c.synthesis);
            CAPTURE(c.analysis);
            Transform transform{
                sphere_context(),
                {.truncation = t,
                 .grid = grid,
                 .share = Share::split(c.synthesis),
                 .to_host = to_host,
                 .cpu_only_ffts = c.only_ffts,
                 .analysis_share =
                     c.analysis == c.synthesis
                         ? std::nullopt
                         : std::optional{Share::split(c.analysis)}}};
            using graphs::sphere::Direction;
            // Whole pairs of latitudes: there are 65.
            constexpr double pair = 1.0 / 65;
            CHECK(near(transform.cpu_fraction(Direction::synthesis),
                       c.synthesis, pair));
            CHECK(near(transform.cpu_fraction(Direction::analysis), c.analysis,
                       pair));
            CHECK(relative_rms(synthesized(transform, spectrum), field) <
                  1e-14);
            CHECK(relative_rms(analyzed(transform, field), spectrum) < 1e-14);
        }
}

TEST_CASE("more blocks for a GPU than it can have latitudes") {
    if (!gpu_is_here()) return skip("no GPU is here");
    const Truncation t = sphere::triangle(20);
    const Grid grid{Latitudes::gauss, 31, 64};
    const auto spectrum = random_spectrum(t, 11);
    for (const int blocks : {3, 12, 16, 100}) {
        CAPTURE(blocks);
        Transform transform{sphere_context(),
                            {.truncation = t,
                             .grid = grid,
                             .share = graphs::Share::Name::gpu,
                             .gpu_blocks = blocks}};
        CHECK(
            relative_rms(analyzed(transform, synthesized(transform, spectrum)),
                         spectrum) < 1e-14);
    }
}

TEST_CASE("shares that were kept are read again, other texts are not") {
    using graphs::sphere::Choices;
    const Choices kept{{0.3125, true}, {1.0 / 3, false}};
    const auto read = Choices::parse(kept.to_string());
    REQUIRE(read);
    CHECK(read->synthesis.fraction == 0.3125);
    CHECK(read->synthesis.lent);
    CHECK(read->analysis.fraction == 1.0 / 3);
    CHECK(!read->analysis.lent);
    for (const char* text : {"", "0.5 1", "0.5 1 x 0", "1.5 0 0 0", "0 0 -1 0",
                             "0 2 0 0", "nan 0 0 0", "0 0 0 0 0"}) {
        CAPTURE(text);
        CHECK(!Choices::parse(text));
    }
}

TEST_CASE("grids that are too small, and shares that are not here") {
    const auto make = [](const Truncation& t, const Grid& grid,
                         graphs::Share share = graphs::Share::Name::cpu) {
        const Transform transform{
            sphere_context(), {.truncation = t, .grid = grid, .share = share}};
    };
    CHECK_THROWS_AS(make(sphere::triangle(10), {Latitudes::gauss, 10, 32}),
                    runtime::UsageError);
    CHECK_THROWS_AS(make(sphere::triangle(10), {Latitudes::gauss, 11, 20}),
                    runtime::UsageError);
    CHECK_THROWS_AS(make(sphere::triangle(10), {Latitudes::regular, 20, 32}),
                    runtime::UsageError);
    CHECK_THROWS_AS(make({5, 4}, {Latitudes::gauss, 11, 32}),
                    runtime::UsageError);
    CHECK_THROWS_AS(make({-1, 4}, {Latitudes::gauss, 11, 32}),
                    runtime::UsageError);
    const auto only_ffts = [](graphs::Share share) {
        const Transform transform{sphere_context(),
                                  {.truncation = sphere::triangle(3),
                                   .grid = {Latitudes::gauss, 8, 8},
                                   .share = share,
                                   .cpu_only_ffts = true}};
    };
    CHECK_THROWS_AS(only_ffts(graphs::Share::Name::cpu), runtime::UsageError);
    CHECK_THROWS_AS(only_ffts(graphs::Share::Name::dynamic),
                    runtime::UsageError);
    if (sphere_context().count(runtime::Worker::Kind::gpu) == 0)
        CHECK_THROWS_AS(make(sphere::triangle(3), {Latitudes::gauss, 8, 8},
                             graphs::Share::Name::gpu),
                        runtime::UnavailableError);
}

// How the tasks of a transform are shared by CPUs and GPUs: all ways give the
// same result, and what cannot be shared so is refused.
#include "graphs/sphere/tuning/choices.hpp"
#include "runtime/core/error.hpp"
#include "tests/close.hpp"
#include "tests/graphs/sphere_support.hpp"
#include "tests/skip.hpp"

using namespace tasuki;
using namespace tasuki::test;
using graphs::sphere::Transform;
using sphere::Grid;
using sphere::Latitudes;
using sphere::Truncation;

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

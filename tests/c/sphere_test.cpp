// Transforms of tasuki.h: against themselves, closed forms and the graphs.
#include <cmath>
#include <numbers>

#include "graphs/sphere/flow/winds.hpp"
#include "graphs/sphere/transform/transform.hpp"
#include "tests/c/support.hpp"

using namespace tasuki::test;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr int kGrids[] = {TASUKI_GAUSS, TASUKI_REGULAR, TASUKI_POLES,
                          TASUKI_INNER};
constexpr int kNorms[] = {TASUKI_ORTHONORMAL, TASUKI_4PI, TASUKI_SCHMIDT};

/// A transform and its sizes.
class Transform {
  public:
    Transform(tasuki_context* context, const tasuki_transform_options& options)
        : fields{std::max(options.fields, 1)} {
        REQUIRE(tasuki_transform_create(context, &options, &its) ==
                TASUKI_DONE);
        CHECK(tasuki_transform_sizes(its, &nlat, &nlon, &nalm) == TASUKI_DONE);
    }
    ~Transform() { CHECK(tasuki_transform_destroy(its) == TASUKI_DONE); }
    Transform(const Transform&) = delete;
    Transform& operator=(const Transform&) = delete;

    Complexes spectra() const { return Complexes(fields * nalm); }
    Reals maps() const {
        return Reals(static_cast<std::size_t>(fields) * nlat * nlon);
    }
    Reals synthesis(const Complexes& alm) const {
        auto map = maps();
        CHECK(tasuki_synthesis(its, alm.data(), map.data()) == TASUKI_DONE);
        return map;
    }
    Complexes analysis(const Reals& map) const {
        auto alm = spectra();
        CHECK(tasuki_analysis(its, map.data(), alm.data()) == TASUKI_DONE);
        return alm;
    }

    tasuki_transform* its = nullptr;
    int nlat = 0, nlon = 0;
    std::size_t nalm = 0;
    int fields;
};

/// Of real fields: orders 0 are real.
Complexes random_spectra(int lmax, int fields, unsigned seed) {
    const auto nalm = static_cast<std::size_t>((lmax + 1) * (lmax + 2) / 2);
    auto alm = random_complexes(fields * nalm, seed);
    for (int k = 0; k < fields; ++k)
        for (int l = 0; l <= lmax; ++l) alm[k * nalm + l].imag(0);
    return alm;
}

}  // namespace

TEST_CASE("analysis gives back what was synthesized, in every convention") {
    const Runtime runtime;
    constexpr int lmax = 21;
    const auto check = [&](const tasuki_transform_options& options) {
        CAPTURE(options.grid);
        CAPTURE(options.norm);
        CAPTURE(options.phase);
        const Transform t{runtime, options};
        CHECK(t.nalm == 22 * 23 / 2);
        const auto alm = random_spectra(lmax, t.fields, 1);
        CHECK(error(t.analysis(t.synthesis(alm)), alm) < 1e-12);
    };
    for (const int grid : kGrids) check({.lmax = lmax, .grid = grid});
    for (const int norm : kNorms)
        for (const int phase : {TASUKI_CONDON_SHORTLEY, TASUKI_NO_PHASE})
            check({.lmax = lmax, .norm = norm, .phase = phase});
    check({.lmax = lmax, .nlat = 22, .nlon = 44, .fields = 3});
}

TEST_CASE("harmonics of degree 0 and 1 have their closed forms") {
    const Runtime runtime;
    const double units[] = {1 / std::sqrt(4 * kPi), 1, 1};
    const double firsts[] = {std::sqrt(3 / (4 * kPi)), std::sqrt(3.0), 1};
    for (const int norm : kNorms)
        for (const int phase : {TASUKI_CONDON_SHORTLEY, TASUKI_NO_PHASE}) {
            CAPTURE(norm);
            CAPTURE(phase);
            const Transform t{runtime,
                              {.lmax = 1,
                               .nlat = 5,
                               .nlon = 6,
                               .norm = norm,
                               .phase = phase}};
            CHECK(t.nlat == 5);
            CHECK(t.nlon == 6);
            Reals latitudes(5);
            CHECK(tasuki_transform_latitudes(t.its, latitudes.data()) ==
                  TASUKI_DONE);
            // a_00, a_10, a_11
            const auto map = t.synthesis({0.5, 2, {3, -1}});
            const double sign = phase == TASUKI_NO_PHASE ? 1 : -1;
            Reals expected;
            for (const double latitude : latitudes)
                for (int k = 0; k < 6; ++k) {
                    const tasuki_complex y11 =
                        sign * firsts[norm] / std::sqrt(2.0) *
                        std::cos(latitude) * std::polar(1.0, 2 * kPi * k / 6);
                    expected.push_back(
                        0.5 * units[norm] +
                        2 * firsts[norm] * std::sin(latitude) +
                        2 * (tasuki_complex{3, -1} * y11).real());
                }
            CHECK(latitudes.front() > 0.5);  // north first
            CHECK(error(map, expected) < 1e-14);
        }
}

TEST_CASE("vorticity and divergence are those of their wind") {
    const Runtime runtime;
    const Transform t{runtime, {.lmax = 15, .fields = 2}};
    auto vorticity = random_spectra(15, 2, 1),
         divergence = random_spectra(15, 2, 2);
    for (auto* both : {&vorticity, &divergence})
        (*both)[0] = (*both)[t.nalm] = 0;  // the means
    auto u = t.maps(), v = t.maps();
    CHECK(tasuki_winds(t.its, vorticity.data(), divergence.data(), u.data(),
                       v.data()) == TASUKI_DONE);
    auto vorticity_back = t.spectra(), divergence_back = t.spectra();
    CHECK(tasuki_vordiv(t.its, u.data(), v.data(), vorticity_back.data(),
                        divergence_back.data()) == TASUKI_DONE);
    CHECK(error(vorticity_back, vorticity) < 1e-12);
    CHECK(error(divergence_back, divergence) < 1e-12);
}

TEST_CASE("transforms and winds are those of the graphs, bit for bit") {
    constexpr int lmax = 20;
    const auto vorticity = random_spectra(lmax, 1, 3),
               divergence = random_spectra(lmax, 1, 4);
    Reals map, u, v;
    Complexes alm;
    {
        const Cpus cpus;
        const Transform t{cpus, {.lmax = lmax}};
        map = t.synthesis(vorticity);
        alm = t.analysis(map);
        u = v = t.maps();
        CHECK(tasuki_winds(t.its, vorticity.data(), divergence.data(), u.data(),
                           v.data()) == TASUKI_DONE);
    }
    using namespace tasuki;
    using graphs::sphere::TransformOptions;
    runtime::Context context{{.gpus = 0}};
    TransformOptions options{
        .truncation = sphere::triangle(lmax),
        .grid = sphere::quadratic_grid(sphere::Latitudes::gauss, lmax),
        .share = graphs::Share::Name::cpu};
    graphs::sphere::Transform t{context, options};
    auto spectra = t.make_spectra(1);
    auto fields = t.make_fields(1);
    t.assign(spectra, 0, vorticity);
    t.submit_synthesis(spectra, fields);
    CHECK(t.collect(fields, 0) == map);
    t.submit_analysis(fields, spectra);
    CHECK(t.collect(spectra, 0) == alm);

    ++options.truncation.degrees;
    options.fields = 2;
    graphs::sphere::Transform larger{context, options};
    graphs::sphere::WindTransform winds{larger};
    const auto assigned = [&](const Complexes& from) {
        Complexes all(options.truncation.size());
        for (int m = 0; m <= lmax; ++m)
            for (int l = m; l <= lmax; ++l)
                all[options.truncation.index(m, l)] =
                    from[sphere::triangle(lmax).index(m, l)];
        auto its = larger.make_spectra(1);
        larger.assign(its, 0, all);
        return its;
    };
    auto wind = larger.make_fields(2);
    const auto of_vorticity = assigned(vorticity),
               of_divergence = assigned(divergence);
    winds.submit_winds(of_vorticity, of_divergence, wind);
    CHECK(larger.collect(wind, 0) == u);
    CHECK(larger.collect(wind, 1) == v);
}

TEST_CASE("transforms that are not possible are refused") {
    const Cpus cpus;
    tasuki_transform* t = nullptr;
    const auto refuses = [&](const tasuki_transform_options& options,
                             std::initializer_list<std::string> texts) {
        check_error(tasuki_transform_create(cpus, &options, &t),
                    TASUKI_BAD_INPUT, texts);
        CHECK(t == nullptr);
    };
    refuses({.lmax = -1}, {"lmax", "-1"});
    refuses({.lmax = 20001}, {"lmax", "20001"});
    refuses({.lmax = 10, .nlat = 10}, {"latitudes", "10"});
    refuses({.lmax = 10, .nlat = -3}, {"latitudes", "-3"});
    refuses({.lmax = 10, .nlon = 20}, {"longitudes", "20"});
    refuses({.lmax = 10, .nlat = 16, .grid = TASUKI_POLES}, {"latitudes"});
    refuses({.lmax = 10, .grid = 4}, {"grid", "3 (inner)", "found 4"});
    refuses({.lmax = 10, .norm = -1}, {"norm", "1 (4pi)", "found -1"});
    refuses({.lmax = 10, .phase = 2}, {"phase", "found 2"});
    refuses({.lmax = 10, .fields = -1}, {"fields", "-1"});

    // A grid that has room for the fields, and none for their winds.
    const Transform tight{cpus, {.lmax = 10, .nlat = 11, .nlon = 22}};
    auto map = tight.maps();
    auto alm = tight.spectra();
    check_error(
        tasuki_winds(tight.its, alm.data(), alm.data(), map.data(), map.data()),
        TASUKI_BAD_INPUT, {"latitudes", "11"});
}

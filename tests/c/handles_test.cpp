// Handles and errors of tasuki.h.
#include <thread>

#include "runtime/core/context.hpp"
#include "tests/c/support.hpp"

using namespace tasuki::test;

namespace {

const tasuki_transform_options kTransform{.lmax = 5};
const tasuki_wilson_options kWilson{.kappa = 0.1};
constexpr int kExtents[] = {4, 2, 2, 2};

/// What is missing where a function needs it.
void check_null(int found, const char* name) {
    check_error(found, TASUKI_BAD_INPUT, {name, "NULL"});
}

}  // namespace

TEST_CASE("a handle or array that is NULL is named") {
    double reals[1000] = {};
    const Complexes complexes(32 * 4 * 9, 1.0);
    Complexes to = complexes;
    const auto* z = complexes.data();
    tasuki_transform* t = nullptr;
    tasuki_wilson* d = nullptr;
    check_null(tasuki_context_create(1, 0, nullptr, nullptr), "handle");
    check_null(tasuki_transform_create(nullptr, &kTransform, &t), "context");
    check_null(tasuki_transform_sizes(t, nullptr, nullptr, nullptr),
               "transform");
    check_null(tasuki_transform_latitudes(t, reals), "transform");
    check_null(tasuki_synthesis(t, z, reals), "transform");
    check_null(tasuki_analysis(t, reals, to.data()), "transform");
    check_null(tasuki_winds(t, z, z, reals, reals), "transform");
    check_null(tasuki_vordiv(t, reals, reals, to.data(), to.data()),
               "transform");
    check_null(tasuki_accelerations(nullptr, 1, reals, reals, 1, TASUKI_DOUBLE,
                                    reals, nullptr),
               "context");
    check_null(tasuki_wilson_create(nullptr, kExtents, z, &kWilson, &d),
               "context");
    check_null(tasuki_wilson_apply(d, z, to.data()), "wilson");
    check_null(tasuki_wilson_solve(d, z, 1e-3, 10, to.data(), nullptr, nullptr),
               "wilson");
    // Nothing to do.
    CHECK(tasuki_transform_destroy(nullptr) == TASUKI_DONE);
    CHECK(tasuki_wilson_destroy(nullptr) == TASUKI_DONE);
    CHECK(tasuki_context_destroy(nullptr) == TASUKI_DONE);

    const Cpus cpus;
    check_null(tasuki_transform_create(cpus, nullptr, &t), "options");
    check_null(tasuki_transform_create(cpus, &kTransform, nullptr), "handle");
    REQUIRE(tasuki_transform_create(cpus, &kTransform, &t) == TASUKI_DONE);
    CHECK(tasuki_transform_sizes(t, nullptr, nullptr, nullptr) == TASUKI_DONE);
    check_null(tasuki_transform_latitudes(t, nullptr), "latitudes");
    check_null(tasuki_synthesis(t, nullptr, reals), "alm");
    check_null(tasuki_synthesis(t, z, nullptr), "map");
    check_null(tasuki_analysis(t, nullptr, to.data()), "map");
    check_null(tasuki_analysis(t, reals, nullptr), "alm");
    check_null(tasuki_winds(t, nullptr, z, reals, reals), "vorticity");
    check_null(tasuki_winds(t, z, nullptr, reals, reals), "divergence");
    check_null(tasuki_winds(t, z, z, nullptr, reals), "u");
    check_null(tasuki_winds(t, z, z, reals, nullptr), "v");
    check_null(tasuki_vordiv(t, nullptr, reals, to.data(), to.data()), "u");
    check_null(tasuki_vordiv(t, reals, nullptr, to.data(), to.data()), "v");
    check_null(tasuki_vordiv(t, reals, reals, nullptr, to.data()), "vorticity");
    check_null(tasuki_vordiv(t, reals, reals, to.data(), nullptr),
               "divergence");
    CHECK(tasuki_transform_destroy(t) == TASUKI_DONE);

    const auto accelerations = [&](const double* x, const double* m,
                                   double* a) {
        return tasuki_accelerations(cpus, 1, x, m, 1, TASUKI_DOUBLE, a,
                                    nullptr);
    };
    check_null(accelerations(nullptr, reals, reals), "x");
    check_null(accelerations(reals, nullptr, reals), "m");
    check_null(accelerations(reals, reals, nullptr), "a");

    check_null(tasuki_wilson_create(cpus, nullptr, z, &kWilson, &d), "extents");
    check_null(tasuki_wilson_create(cpus, kExtents, nullptr, &kWilson, &d),
               "links");
    check_null(tasuki_wilson_create(cpus, kExtents, z, nullptr, &d), "options");
    check_null(tasuki_wilson_create(cpus, kExtents, z, &kWilson, nullptr),
               "handle");
    REQUIRE(tasuki_wilson_create(cpus, kExtents, z, &kWilson, &d) ==
            TASUKI_DONE);
    check_null(tasuki_wilson_apply(d, nullptr, to.data()), "psi");
    check_null(tasuki_wilson_apply(d, z, nullptr), "out");
    check_null(
        tasuki_wilson_solve(d, nullptr, 1e-3, 10, to.data(), nullptr, nullptr),
        "source");
    check_null(tasuki_wilson_solve(d, z, 1e-3, 10, nullptr, nullptr, nullptr),
               "psi");
    CHECK(tasuki_wilson_destroy(d) == TASUKI_DONE);
}

TEST_CASE("a context that is not possible is refused") {
    tasuki_context* context = nullptr;
    const auto refuses = [&](int code, int cpus, int gpus,
                             const char* placement,
                             std::initializer_list<std::string> texts) {
        check_error(tasuki_context_create(cpus, gpus, placement, &context),
                    code, texts);
        CHECK(context == nullptr);
    };
    refuses(TASUKI_BAD_INPUT, -2, 0, nullptr, {"cpus", "TASUKI_ALL", "-2"});
    refuses(TASUKI_BAD_INPUT, 1, -7, nullptr, {"gpus", "-7"});
    refuses(TASUKI_BAD_INPUT, 1, 0, "everywhere", {"everywhere"});
    refuses(TASUKI_BAD_INPUT, 1, 0, "split:2", {"split"});
    refuses(TASUKI_BAD_INPUT, 0, 0, nullptr, {"no CPU and no GPU"});
    refuses(TASUKI_UNAVAILABLE, 100000, 0, nullptr, {"100000"});
    refuses(TASUKI_UNAVAILABLE, 1, 1000, nullptr, {"GPU"});
    const Cpus first;
    check_error(tasuki_context_create(1, 0, nullptr, &context),
                TASUKI_BAD_INPUT, {"Context"});
    CHECK(context == nullptr);
}

TEST_CASE("a placement without its worker is an error of what is made") {
    const Runtime no_gpu{"gpu", 0};
    tasuki_transform* t = nullptr;
    tasuki_wilson* d = nullptr;
    const Complexes links(32 * 4 * 9, 1.0);
    double x[3] = {}, a[3];
    const double m = 1;
    check_error(tasuki_transform_create(no_gpu, &kTransform, &t),
                TASUKI_UNAVAILABLE, {"GPU"});
    check_error(
        tasuki_wilson_create(no_gpu, kExtents, links.data(), &kWilson, &d),
        TASUKI_UNAVAILABLE, {"GPU"});
    check_error(
        tasuki_accelerations(no_gpu, 1, x, &m, 1, TASUKI_DOUBLE, a, nullptr),
        TASUKI_UNAVAILABLE, {"GPU"});
    CHECK(t == nullptr);
    CHECK(d == nullptr);
}

TEST_CASE("a context outlives what was made with it") {
    const Cpus cpus;
    tasuki_transform* t = nullptr;
    REQUIRE(tasuki_transform_create(cpus, &kTransform, &t) == TASUKI_DONE);
    check_error(tasuki_context_destroy(cpus), TASUKI_BAD_INPUT,
                {"context: 1 of the handles"});
    // Both are as good as before.
    const Complexes alm(21, 1.0);
    int nlat = 0, nlon = 0;
    CHECK(tasuki_transform_sizes(t, &nlat, &nlon, nullptr) == TASUKI_DONE);
    Reals map(static_cast<std::size_t>(nlat) * nlon);
    CHECK(tasuki_synthesis(t, alm.data(), map.data()) == TASUKI_DONE);
    CHECK(tasuki_transform_destroy(t) == TASUKI_DONE);
    // One that was not made is not counted.
    const tasuki_transform_options bad{.lmax = 5, .nlat = 2};
    CHECK(tasuki_transform_create(cpus, &bad, &t) == TASUKI_BAD_INPUT);
}

TEST_CASE("each thread has its own last error") {
    CHECK(tasuki_synthesis(nullptr, nullptr, nullptr) == TASUKI_BAD_INPUT);
    const std::string before = tasuki_error_text();
    std::string at_first, later;
    std::thread{[&] {
        at_first = tasuki_error_text();
        tasuki_wilson_apply(nullptr, nullptr, nullptr);
        later = tasuki_error_text();
    }}.join();
    CHECK(at_first.empty());
    CHECK(later.find("wilson") != std::string::npos);
    CHECK(tasuki_error_text() == before);
    // What succeeds leaves it.
    CHECK(tasuki_wilson_destroy(nullptr) == TASUKI_DONE);
    CHECK(tasuki_error_text() == before);
}

TEST_CASE("threads take turns with a context") {
    const Cpus cpus;
    tasuki_transform* t = nullptr;
    REQUIRE(tasuki_transform_create(cpus, &kTransform, &t) == TASUKI_DONE);
    int nlat = 0, nlon = 0;
    tasuki_transform_sizes(t, &nlat, &nlon, nullptr);
    const Complexes alm(21, 1.0);
    std::vector<Reals> maps(4, Reals(static_cast<std::size_t>(nlat) * nlon));
    {
        std::vector<std::jthread> threads;
        for (auto& map : maps)
            threads.emplace_back([&] {
                for (int k = 0; k < 20; ++k)
                    tasuki_synthesis(t, alm.data(), map.data());
            });
    }
    for (const auto& map : maps) CHECK(map == maps.front());
    CHECK(maps.front().front() != 0);
    CHECK(tasuki_transform_destroy(t) == TASUKI_DONE);
}

TEST_CASE("the version is that of the library") {
    CHECK(std::string{tasuki_version()}.find("StarPU") != std::string::npos);
}

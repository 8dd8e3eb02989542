// Gravity of tasuki.h: closed forms, conservation, and the graphs.
#include <cmath>
#include <limits>

#include "graphs/nbody/simulation.hpp"
#include "tests/c/support.hpp"
#include "tests/close.hpp"

using namespace tasuki::test;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Bodies {
    Reals x, m;
    std::size_t size() const { return m.size(); }
};

Bodies random_bodies(std::size_t n) {
    std::mt19937_64 random{7};
    std::normal_distribution<double> normal;
    Bodies bodies{Reals(3 * n), Reals(n)};
    for (double& x : bodies.x) x = normal(random);
    for (double& m : bodies.m) m = 0.5 + std::abs(normal(random));
    return bodies;
}

}  // namespace

TEST_CASE("two bodies attract each other as Newton and Plummer have it") {
    const Runtime runtime;
    const Bodies two{{1, 2, 3, 4, 2, 7}, {1.5, 4}};  // at a distance of 5
    for (const double eps : {0.0, 12.0})
        for (const int precision :
             {TASUKI_DOUBLE, TASUKI_MIXED, TASUKI_SINGLE}) {
            CAPTURE(eps);
            CAPTURE(precision);
            Reals a(6);
            double potential = 0;
            CHECK(tasuki_accelerations(runtime, 2, two.x.data(), two.m.data(),
                                       eps, precision, a.data(),
                                       &potential) == TASUKI_DONE);
            const double r = eps == 0 ? 5 : 13, r3 = r * r * r;
            const double within = precision == TASUKI_DOUBLE ? 1e-14 : 1e-6;
            CHECK(error(a, {4 * 3 / r3, 0, 4 * 4 / r3, -1.5 * 3 / r3, 0,
                            -1.5 * 4 / r3}) < within);
            CHECK(close(potential, -1.5 * 4 / r, within));
        }
}

TEST_CASE("forces are those of the graph, bit for bit, and cancel") {
    const auto bodies = random_bodies(301);
    Reals a(bodies.x.size()), alone(a);
    double potential = 0;
    {
        const Cpus cpus;
        const auto compute = [&](Reals& to, double* energy) {
            CHECK(tasuki_accelerations(cpus, bodies.size(), bodies.x.data(),
                                       bodies.m.data(), 0.1, TASUKI_DOUBLE,
                                       to.data(), energy) == TASUKI_DONE);
        };
        compute(a, &potential);
        compute(alone, nullptr);
    }
    CHECK(alone == a);
    for (int k = 0; k < 3; ++k) {
        double force = 0, size = 0;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            force += bodies.m[i] * a[3 * i + k];
            size += std::abs(bodies.m[i] * a[3 * i + k]);
        }
        CHECK(std::abs(force) < 1e-13 * size);
    }
    using namespace tasuki;
    nbody::Bodies same;
    same.resize(bodies.size());
    same.mass = bodies.m;
    for (std::size_t i = 0; i < same.size(); ++i)
        for (int k = 0; k < 3; ++k) same.position[i][k] = bodies.x[3 * i + k];
    runtime::Context context{{.gpus = 0}};
    graphs::nbody::Simulation simulation{
        context,
        same,
        {.precision = graphs::nbody::Precision::double_,
         .eps = 0.1,
         .share = graphs::Share::Name::cpu}};
    Reals expected;
    for (const auto& of_body : simulation.accelerations())
        expected.insert(expected.end(), of_body.begin(), of_body.end());
    CHECK(a == expected);
    CHECK(potential == simulation.sums().potential);
}

TEST_CASE("bodies that are not possible are refused") {
    const Cpus cpus;
    const auto good = random_bodies(10);
    Reals a(30);
    const auto refuses = [&](const Bodies& bodies, std::size_t n, double eps,
                             int precision,
                             std::initializer_list<std::string> texts) {
        check_error(
            tasuki_accelerations(cpus, n, bodies.x.data(), bodies.m.data(), eps,
                                 precision, a.data(), nullptr),
            TASUKI_BAD_INPUT, texts);
    };
    refuses(good, 0, 0.1, TASUKI_DOUBLE, {"n: expected 1", "found 0"});
    refuses(good, std::size_t{1} << 40, 0.1, TASUKI_DOUBLE, {"n: expected 1"});
    refuses(good, 10, -0.1, TASUKI_DOUBLE, {"eps", "-0.1"});
    refuses(good, 10, kNaN, TASUKI_DOUBLE, {"eps", "nan"});
    refuses(good, 10, 0.1, TASUKI_HALF, {"precision", "found 2"});
    auto bad = good;
    bad.m[3] = -1;
    refuses(bad, 10, 0.1, TASUKI_DOUBLE, {"mass of body 3"});
    bad = good;
    bad.x[7] = kNaN;
    refuses(bad, 10, 0.1, TASUKI_DOUBLE, {"body 2"});
    bad = good;
    std::copy_n(bad.x.begin(), 3, bad.x.begin() + 3);
    refuses(bad, 10, 0, TASUKI_DOUBLE, {"bodies 0 and 1 are both at"});
}

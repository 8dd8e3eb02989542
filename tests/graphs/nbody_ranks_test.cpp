// Bodies shared by ranks: the test program runs under mpirun too.
#include <doctest/doctest.h>

#include "codelets/nbody/reference.hpp"
#include "tests/close.hpp"
#include "tests/graphs/nbody_support.hpp"

using namespace tasuki;
using namespace tasuki::test;

TEST_CASE("bodies on ranks go where they go on one") {
    const auto bodies = scattered(401);
    gn::SimulationOptions o;
    o.precision = gn::Precision::double_;
    o.eps = 0.1;
    for (const auto share :
         {graphs::Share::Name::cpu, graphs::Share::Name::dynamic}) {
        o.share = share;
        gn::Simulation simulation{context(), bodies, o};
        const auto before = simulation.sums();
        nbody::Bodies half;
        for (int k = 0; k < 20; ++k) {
            simulation.submit_step(
                0.01, k % 4 == 3 ? gn::Potential::now : gn::Potential::later);
            if (k == 7) simulation.balance();
            if (k == 9) simulation.keep_bodies();
            if (k == 12) half = simulation.kept_bodies();
        }
        const auto later = simulation.sums();
        const auto found = simulation.collect();
        REQUIRE(found.size() == bodies.size());
        // Every rank has all of them, and compares with a plain leap-frog.
        auto plain = bodies;
        const auto kick = [&] {
            const auto a = nbody::reference_accelerations(plain, o.eps);
            for (std::size_t i = 0; i < plain.size(); ++i)
                for (int c = 0; c < 3; ++c)
                    plain.velocity[i][c] += 0.005 * a[i][c];
        };
        for (int k = 0; k < 20; ++k) {
            if (k == 10) CHECK(distance(plain, half) < 1e-14);
            kick();
            for (std::size_t i = 0; i < plain.size(); ++i)
                for (int c = 0; c < 3; ++c)
                    plain.position[i][c] += 0.01 * plain.velocity[i][c];
            kick();
        }
        CHECK(distance(plain, found) < 1e-14);
        CHECK(close(later.energy(), before.energy(), 1e-4));
        CHECK(close(before.mass, later.mass, 1e-14));
    }
}

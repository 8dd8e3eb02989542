// Runs a simulation for tests.
#pragma once

#include <cmath>

#include "graphs/nbody/simulation.hpp"
#include "tests/codelets/backends.hpp"
#include "tests/codelets/nbody_support.hpp"

namespace tasuki::test {

namespace gn = graphs::nbody;

/// The bodies after `steps` of `dt`.
inline nbody::Bodies after(const nbody::Bodies& bodies,
                           const gn::SimulationOptions& options, int steps,
                           double dt) {
    gn::Simulation simulation{context(), bodies, options};
    for (int step = 0; step < steps; ++step) simulation.submit_step(dt);
    return simulation.collect();
}

/// Root of the summed squares of what positions differ by, over that of the
/// positions.
inline double distance(const nbody::Bodies& a, const nbody::Bodies& b) {
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (int k = 0; k < 3; ++k) {
            difference += std::pow(a.position[i][k] - b.position[i][k], 2);
            size += std::pow(a.position[i][k], 2);
        }
    return size > 0 ? std::sqrt(difference / size) : 0;
}

}  // namespace tasuki::test

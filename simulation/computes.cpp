// A build that computes.
#include "runtime/core/error.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::runtime {

bool simulates() {
    return false;
}

void check_simulates() {
    throw UnavailableError(
        "a simulation: this build computes, as its StarPU is without SimGrid; "
        "`./tasuki simulate` in a checkout builds the other one (docs/"
        "simulate.md)");
}

void check_ranks(const Machine&, const RanksOnNodes&) {
    check_simulates();
}

void simulate(const Machine&, const std::function<void()>&) {
    check_simulates();
}

void simulate(const Machine&, const RanksOnNodes&,
              const std::function<void()>&) {
    check_simulates();
}

}  // namespace tasuki::runtime

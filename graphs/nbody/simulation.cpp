#include "graphs/nbody/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "graphs/nbody/solver.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::graphs::nbody {

namespace nb = tasuki::nbody;

namespace {

void check_number(const char* what, double value, bool zero_too) {
    if (std::isfinite(value) && (zero_too ? value >= 0 : value > 0)) return;
    throw runtime::UsageError(
        fmt::format("{}: expected a finite number {}, "
                    "found {}",
                    what, zero_too ? "of 0 or more" : "above 0", value));
}

void check_bodies(const nb::Bodies& bodies) {
    const std::size_t n = bodies.size();
    if (bodies.position.size() != n || bodies.velocity.size() != n)
        throw runtime::UsageError(fmt::format(
            "{} masses, {} positions and {} velocities: expected as many of "
            "each",
            n, bodies.position.size(), bodies.velocity.size()));
    for (std::size_t i = 0; i < n; ++i) {
        check_number(fmt::format("mass of body {}", i).c_str(), bodies.mass[i],
                     true);
        for (int k = 0; k < 3; ++k)
            if (!std::isfinite(bodies.position[i][k]) ||
                !std::isfinite(bodies.velocity[i][k]))
                throw runtime::UsageError(fmt::format(
                    "body {}: expected finite numbers, found position ({}, {}, "
                    "{}), velocity ({}, {}, {})",
                    i, bodies.position[i][0], bodies.position[i][1],
                    bodies.position[i][2], bodies.velocity[i][0],
                    bodies.velocity[i][1], bodies.velocity[i][2]));
    }
}

/// Their energy is infinite.
void check_distances(const nb::Bodies& bodies) {
    std::vector<std::size_t> order(bodies.size());
    std::iota(order.begin(), order.end(), 0);
    const auto& r = bodies.position;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return r[a] < r[b] || (r[a] == r[b] && a < b);
    });
    for (std::size_t k = 1; k < order.size(); ++k) {
        const std::size_t a = order[k - 1], b = order[k];
        if (r[a] == r[b])
            throw runtime::UsageError(fmt::format(
                "bodies {} and {} are both at ({}, {}, {}): their pull is "
                "infinite without softening (eps above 0)",
                a, b, r[a][0], r[a][1], r[a][2]));
    }
}

std::unique_ptr<Solver> make_solver(runtime::Context& context,
                                    nb::Bodies bodies,
                                    const SimulationOptions& options) {
    move_origin_near(bodies);
    switch (options.precision) {
        case Precision::single:
            return std::make_unique<NumberSolver<nb::Single>>(
                context, std::move(bodies), options);
        case Precision::mixed:
            return std::make_unique<NumberSolver<nb::Mixed>>(
                context, std::move(bodies), options);
        default:
            return std::make_unique<NumberSolver<nb::Double>>(
                context, std::move(bodies), options);
    }
}

}  // namespace

Simulation::Simulation(runtime::Context& context, const nb::Bodies& bodies,
                       const SimulationOptions& options)
    : size_{bodies.size()} {
    check_number("eps", options.eps, true);
    check_number("gravity", options.gravity, false);
    check_bodies(bodies);
    if (options.eps == 0) check_distances(bodies);
    solver_ = make_solver(context, bodies, options);
}

Simulation::~Simulation() = default;

void Simulation::submit_step(double dt, Potential potential) {
    if (!std::isfinite(dt))
        throw runtime::UsageError(
            fmt::format("time step: expected a finite number, found {}", dt));
    solver_->submit_step(dt, potential);
}

void Simulation::balance() {
    solver_->balance();
}

bool Simulation::may_move() const {
    return solver_->may_move();
}

void Simulation::keep_sums() {
    solver_->keep_sums();
}

Sums Simulation::kept_sums() const {
    return solver_->kept_sums();
}

void Simulation::keep_bodies() {
    solver_->keep_bodies();
}

nb::Bodies Simulation::kept_bodies() const {
    return solver_->kept_bodies();
}

Sums Simulation::sums() {
    keep_sums();
    return kept_sums();
}

nb::Bodies Simulation::collect() {
    keep_bodies();
    return kept_bodies();
}

std::vector<nb::Vector> Simulation::accelerations() {
    return solver_->accelerations();
}

double Simulation::interactions() const {
    return static_cast<double>(size_) * static_cast<double>(size_);
}

std::string Simulation::variant() const {
    return solver_->variant();
}

double Simulation::cpu_fraction() const {
    return solver_->cpu_fraction();
}

}  // namespace tasuki::graphs::nbody

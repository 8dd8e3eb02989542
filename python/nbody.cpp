// tasuki.nbody: gravity of bodies on each other.
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>

#include "graphs/nbody/simulation.hpp"
#include "interface/bodies.hpp"
#include "python/arrays.hpp"
#include "python/module.hpp"
#include "python/runtime.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tasuki::python {

namespace {

using graphs::nbody::Precision;
using nbody::Bodies, nbody::Vector;
using runtime::UsageError;

Precision precision_of(const std::string& name) {
    if (name == "double") return Precision::double_;
    if (name == "mixed") return Precision::mixed;
    if (name == "single") return Precision::single;
    throw UsageError(fmt::format(
        "unknown precision '{}': expected double, mixed, single", name));
}

std::vector<Vector> vectors_of(const Input<double>& array, const char* name,
                               std::size_t n) {
    return interface::vectors_of(elements(array, name, {n, 3}));
}

/// At rest.
Bodies bodies_of(const Input<double>& x, const Input<double>& m) {
    if (m.ndim() != 1)
        throw UsageError(
            fmt::format("m: expected an array of one axis, found shape {}",
                        text_of(shape_of(m))));
    return interface::bodies_of(elements(x, "x", {m.size(), 3}),
                                {m.data(), m.size()});
}

Output<double> output_of(std::vector<Vector> vectors) {
    const std::size_t n = vectors.size();
    return output<double>(
        std::move(vectors), {n, 3},
        [](std::vector<Vector>& v) { return v.empty() ? nullptr : &v[0][0]; });
}

std::shared_ptr<graphs::nbody::Simulation> make_simulation(
    const Computing& computing, const Bodies& bodies, double eps,
    const std::string& precision) {
    const graphs::nbody::SimulationOptions options{
        .precision = precision_of(precision),
        .eps = eps,
        .share = graphs::Share::parse(computing.placement())};
    return std::make_shared<graphs::nbody::Simulation>(computing.context(),
                                                       bodies, options);
}

double checked_step(double dt) {
    if (!std::isfinite(dt))
        throw UsageError(
            fmt::format("dt: expected a finite number, found {}", dt));
    return dt;
}

class Simulation {
  public:
    Simulation(const Input<double>& x, const Input<double>& v,
               const Input<double>& m, double eps, double dt,
               const std::string& precision)
        : dt_{checked_step(dt)},
          size_{m.size()},
          state_{[&](const Computing& computing) {
              auto bodies = bodies_of(x, m);
              bodies.velocity = vectors_of(v, "v", size_);
              return make_simulation(computing, bodies, eps, precision);
          }} {}

    void step(std::int64_t n) {
        if (n < 0)
            throw UsageError(
                fmt::format("step: expected a number from 0, found {}", n));
        const Computing computing;
        auto& simulation = state_.get(computing);
        computing.repeat(n, [&](std::int64_t count) {
            for (std::int64_t k = 0; k < count; ++k)
                simulation.submit_step(dt_);
            computing.context().wait();
            steps_ += count;
        });
    }

    Output<double> positions() const {
        Bodies bodies = collect();
        for (Vector& r : bodies.position)
            for (std::size_t k = 0; k < 3; ++k) r[k] += bodies.origin[k];
        return output_of(std::move(bodies.position));
    }
    Output<double> velocities() const { return output_of(collect().velocity); }
    Output<double> accelerations() {
        std::vector<Vector> all;
        {
            const Computing computing;
            all = state_.get(computing).accelerations();
        }
        return output_of(std::move(all));
    }
    double energy() const {
        const Computing computing;
        return state_.get(computing).sums().energy();
    }

    std::int64_t steps() const { return steps_; }
    double time() const { return static_cast<double>(steps_) * dt_; }
    std::size_t size() const { return size_; }

  private:
    Bodies collect() const {
        const Computing computing;
        return state_.get(computing).collect();
    }

    double dt_;
    std::size_t size_;
    Held<graphs::nbody::Simulation> state_;
    std::int64_t steps_ = 0;
};

Output<double> accelerations(const Input<double>& x, const Input<double>& m,
                             double eps, const std::string& precision) {
    const Bodies bodies = bodies_of(x, m);
    std::vector<Vector> all;
    {
        const Computing computing;
        computing.end_failed_context();
        all =
            make_simulation(computing, bodies, eps, precision)->accelerations();
    }
    return output_of(std::move(all));
}

constexpr auto kAccelerations =
    R"(Gravitational accelerations of bodies by each other, all pairs, G = 1:

    a_i = sum_j m_j (x_j - x_i) / (|x_j - x_i|^2 + eps^2)^(3/2)

Parameters
----------
x : positions, (N, 3)
m : masses, (N,), in units in which G = 1
eps : softening length, in the unit of x; 0 only without two bodies at one place
precision : 'double'; 'single' and 'mixed' compute forces in single precision,
    which GPUs do many times as fast

Returns
-------
(N, 3)

Raises
------
UsageError : shapes that differ, numbers that are not finite, negative masses)";

constexpr auto kSimulation =
    R"(Bodies that move under their own gravity, by a leap-frog.

All pairs attract each other, with Plummer's softening and G = 1, as in
`accelerations`. A step is kick (dt / 2), drift (dt), kick (dt / 2).

Parameters
----------
x, v : positions and velocities, (N, 3)
m : masses, (N,)
eps : softening length, in the unit of x
dt : time step; length, mass and time have units in which G = 1
precision : 'double', 'mixed' (forces in single precision) or 'single')";

}  // namespace

void add_nbody(nb::module_& m) {
    m.def("accelerations", &accelerations, "x"_a, "m"_a, "eps"_a, nb::kw_only(),
          "precision"_a = "double", kAccelerations);
    nb::class_<Simulation>(m, "Simulation", kSimulation)
        .def(nb::init<const Input<double>&, const Input<double>&,
                      const Input<double>&, double, double,
                      const std::string&>(),
             "x"_a, "v"_a, "m"_a, "eps"_a, "dt"_a, nb::kw_only(),
             "precision"_a = "double")
        .def("step", &Simulation::step, "n"_a = 1,
             "Make n steps. Ctrl-C ends it between two; `steps` then tells how "
             "many were made.")
        .def_prop_ro("positions", &Simulation::positions,
                     nb::rv_policy::automatic,
                     "Positions, (N, 3), in the order in which they came.")
        .def_prop_ro("velocities", &Simulation::velocities,
                     nb::rv_policy::automatic,
                     "Velocities, (N, 3), at the time of the positions.")
        .def_prop_ro("accelerations", &Simulation::accelerations,
                     nb::rv_policy::automatic,
                     "Accelerations at the positions, (N, 3).")
        .def("energy", &Simulation::energy,
             "Kinetic and softened potential energy together.")
        .def_prop_ro("steps", &Simulation::steps, "Steps made so far.")
        .def_prop_ro("time", &Simulation::time, "Time since the start.")
        .def("__len__", &Simulation::size);
}

}  // namespace tasuki::python

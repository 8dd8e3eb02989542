// A system of bodies under its own gravity, as tasks over CPUs, GPUs and ranks:
//
//   a_i = sum_j G m_j (r_j - r_i) / (|r_j - r_i|^2 + eps^2)^(3/2)
//
// with Plummer's softening eps, summed directly, and the leap-frog
// kick-drift-kick:
//
//   kick(dt/2) -> drift(dt) -> exchange -> accelerate -> kick(dt/2)
//
// What the host wants to know of a state is kept beside it, and later steps run
// while the host reads it:
//
//   simulation.submit_step(dt, Potential::now);
//   simulation.keep_sums();
//   simulation.submit_step(dt);
//   show(simulation.kept_sums());  // before the second step
//
// Source: N-body on MI100 and A100 with HIP and CUDA, IPSJ SIG-HPC 182-2
// (2021); Quinn et al., astro-ph/9710043 (1997) for the leap-frog.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "codelets/nbody/bodies.hpp"
#include "codelets/nbody/sums.hpp"
#include "graphs/share.hpp"
#include "runtime/core/context.hpp"

namespace tasuki::graphs::nbody {

using tasuki::nbody::Sums;

enum class Precision {
    single,   ///< all in float
    mixed,    ///< positions and velocities in double, accelerations in float
    double_,  ///< all in double
};

/// When the potential energy of the state after a step is computed.
enum class Potential {
    later,  ///< by keep_sums(): one more pass over all pairs
    now,    ///< with the step's accelerations, for some percent of their time
};

struct SimulationOptions {
    Precision precision = Precision::single;
    double eps = 0;      ///< softening length
    double gravity = 1;  ///< G
    Share share = Share::Name::dynamic;
    /// Of the GPU's kernel, see accelerate/variant.hpp; empty: as tuned.
    std::string variant{};
};

class Solver;

/// The state of N bodies, spread over the workers of all ranks.  Every rank
/// makes it with the same bodies and calls the same functions in the same
/// order.
class Simulation {
  public:
    /// @throws UsageError        a number that is not finite, eps or a mass
    ///                           below 0, two bodies at one place without eps
    /// @throws UnavailableError  the share needs a worker that is not here
    Simulation(runtime::Context& context, const tasuki::nbody::Bodies& bodies,
               const SimulationOptions& options);
    ~Simulation();
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    /// Submits one step; returns at once.  The first one submits the
    /// accelerations of the start too.
    /// @param dt         [time]; may differ from step to step
    /// @param potential  changes no bit of the bodies
    void submit_step(double dt, Potential potential = Potential::later);

    /// Waits, measures the workers again, and cuts again where a step would
    /// become faster by it; does nothing unless may_move().  Costs some
    /// milliseconds.
    void balance();
    /// Whether bodies may come to other workers: with Share::dynamic, but for
    /// one GPU that has them all.
    bool may_move() const;

    /// Submits what keeps the conserved quantities of the state that all steps
    /// so far lead to, in place of those kept before; returns at once.
    void keep_sums();
    /// Waits for these, and for no step behind them; every rank has the result.
    /// What is kept is to be read before balance().
    Sums kept_sums() const;
    /// As keep_sums(), of the bodies.
    void keep_bodies();
    /// As kept_sums().
    /// @return  the bodies in their first order, on every rank
    tasuki::nbody::Bodies kept_bodies() const;

    /// Those of now: keeps them, and waits.
    Sums sums();
    /// As sums().
    tasuki::nbody::Bodies collect();
    /// Of the positions as they are; waits.
    /// @return  (n) in the first order, on every rank
    std::vector<tasuki::nbody::Vector> accelerations();

    std::size_t size() const { return size_; }
    /// Pairs i, j of one evaluation of all accelerations: size()^2, as the
    /// paper counts.
    double interactions() const;
    /// Kernel of the GPUs, e.g. "approx, shared, unroll 16, ..."; empty
    /// without.
    std::string variant() const;
    /// Fraction of the whole that the CPU of this rank computes, 0 to 1.
    double cpu_fraction() const;

  private:
    std::size_t size_;
    std::unique_ptr<Solver> solver_;
};

}  // namespace tasuki::graphs::nbody

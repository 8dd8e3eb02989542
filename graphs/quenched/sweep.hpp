// One sweep of a quenched gauge field as tasks:
//
//   for mu = 0..3, for parity = even, odd:      heat bath of U_mu
//   `overrelaxation` times the same:            overrelaxation of U_mu
//   every slab:                                 reunitarisation
//
// A step (mu, parity) is one task per slab k; it updates slab k and reads the
// slabs k-1 and k+1, periodic in T:
//
//   k-1, k, k+1 of the step before --> task(k) --> k
//
// A step does not write the data that it reads from its neighbours, so the
// result is the same for every cut.  StarPU orders by handles and does not know
// that: the even slabs are submitted first, then the odd ones, and within a
// colour no task writes data that another one reads.
#pragma once

#include <cstdint>
#include <string>

#include "graphs/quenched/slabs.hpp"
#include "runtime/core/placement.hpp"
#include "runtime/graph/graph.hpp"

namespace tasuki::graphs {

struct QuenchedSweep {
    double beta;               ///< 6 / g^2, finite and positive
    std::uint64_t seed;        ///< of the run
    std::uint32_t number = 0;  ///< of the sweep: names its random numbers
    int overrelaxation = 4;    ///< overrelaxation sweeps after the heat bath
    /// Kind of workers for all tasks, which are fastest where the links are.
    runtime::Where where = runtime::Where::cpu;
};

/// Submits the tasks of one sweep; returns at once.
/// @throws UsageError  an odd extent (a checkerboard with periodic boundaries
///                     needs even ones), or a beta that is not positive
void submit_quenched_sweep(runtime::Context& context, SlabbedGaugeField& u,
                           const QuenchedSweep& sweep);

/// Sweeps of one field that differ in their number alone: recorded once.
class QuenchedSweeps {
  public:
    /// @param u      outlives it
    /// @param sweep  without its number
    /// @throws as submit_quenched_sweep()
    QuenchedSweeps(runtime::Context& context, SlabbedGaugeField& u,
                   const QuenchedSweep& sweep);

    /// Returns at once.
    void submit(std::uint32_t number);
    /// Tasks of one sweep.
    std::size_t tasks() const { return graph_.size(); }

  private:
    int slabs_;
    runtime::Graph graph_;
};

/// Label of a task in a trace beside its slab; 0 is for all of the slab.
std::uint32_t quenched_step(int mu, bool odd);

/// "X even", of quenched_step(); empty for 0.
std::string name_quenched_step(std::uint32_t step);

/// @throws UsageError  unless all extents are even
void check_checkerboard(const lattice::Extents& extents);

}  // namespace tasuki::graphs

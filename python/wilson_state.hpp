// The part of tasuki.lattice.Wilson that lives in the Context: the operator of
// a gauge field, and its solver.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "graphs/solver/wilson_solver.hpp"
#include "graphs/wilson/operator.hpp"
#include "runtime/core/context.hpp"

namespace tasuki::python {

/// Says how to solve for sources.
struct SolveSettings {
    graphs::solver::Limits limits;
    graphs::solver::Method method;
    graphs::solver::Inner inner;
};

class WilsonState {
  public:
    /// @param u  may be destroyed
    /// @throws UnavailableError  the placement needs a worker that is not here
    WilsonState(runtime::Context& context,
                const graphs::wilson::Decomposition& decomposition,
                lattice::GaugeField u,
                const graphs::wilson::OperatorOptions& options);

    /// Returns D psi; waits.
    lattice::SpinorField apply(const lattice::SpinorField& psi);

    using Solver = graphs::solver::WilsonSolver;
    using Solutions = std::vector<graphs::solver::Solution>;
    /// Called with the sources from `first` on that were solved for at once.
    using OnSolutions = std::function<void(std::size_t first, Solver& solver,
                                           Solutions solutions)>;
    /// Solves for as many sources at once as are the fastest; waits.
    /// @param on_progress   called now and then; what it throws ends the call
    /// @throws UsageError  a source that is zero
    void solve(const std::vector<Solver::Source>& sources,
               const SolveSettings& settings, Solver::Fetch fetch,
               const std::function<void()>& on_progress,
               const OnSolutions& on_solutions);

  private:
    Solver& solver(std::size_t sources, const SolveSettings& settings);
    int most_columns(graphs::solver::Inner inner) const;

    runtime::Context& context_;
    graphs::wilson::Decomposition decomposition_;
    lattice::GaugeField u_;  // the solver reads it
    graphs::wilson::OperatorOptions options_;
    graphs::wilson::WilsonOperator<double, 18> d_;
    graphs::wilson::BlockField<double> psi_, out_;
    // The solver of the last call, and what it was made for.
    std::tuple<graphs::solver::Method, graphs::solver::Inner, int> made_for_;
    std::unique_ptr<Solver> solver_;
};

}  // namespace tasuki::python

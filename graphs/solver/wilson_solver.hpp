// Solves M x = b with the Wilson-Dirac operator M = 1 - kappa H, even-odd
// preconditioned (even_odd.hpp), by a method of iteration.hpp.
#pragma once

#include "graphs/solver/convergence.hpp"

namespace tasuki::graphs::solver {

struct Solution {
    lattice::SpinorField x;
    Convergence convergence;
    /// |b - M x| / |b|, by the operator without preconditioning.
    double true_residual;
};

/// Solves for one source after the other.
template <class T, int kLinkReals>
class WilsonSolver {
  public:
    /// @throws UsageError  an odd extent
    WilsonSolver(runtime::Context& context, const lattice::GaugeField& u,
                 const EvenOddOptions& options, Method method);

    /// From x = 0.  Waits.  A solution that has not converged is to be thrown
    /// away.
    /// @throws UsageError  a source that is zero
    Solution solve(const lattice::SpinorField& b, const Limits& limits,
                   const OnProgress& on_progress = {});

    /// Submits iterations for the last source, whatever comes of them, and
    /// waits: for traces.
    /// @param first  number of the first one in a trace
    void iterate(int iterations, int first);

    double flops_per_iteration() const { return iteration_->flops(); }
    const runtime::Replay& replay() const { return replay_; }
    /// Memory for a lattice where the tasks compute, and on the host [B].
    static double device_bytes(const lattice::Extents& extents);

  private:
    double true_residual(double b2);

    runtime::Context& context_;
    lattice::Extents extents_;
    EvenOddOperator<T, kLinkReals> m_;
    EvenOddField<T> b_, x_;
    runtime::Array<T> reduced_;            // b_e + kappa D_eo b_o
    runtime::Array<T> mx_, rest_;          // halves of M x and of b - M x
    runtime::Array<double> even2_, odd2_;  // partial sums of |b - M x|^2
    std::unique_ptr<Iteration> iteration_;
    runtime::Replay replay_{context_};
};

}  // namespace tasuki::graphs::solver

// Runs the iterations of a solver until all columns have converged, or do not.
//
// The host submits some iterations ahead and looks at the residual of those
// before; the workers decide when the solver has ended, so that the result is
// the same however far ahead the host was.  What the iterations take for the
// residual drifts away from b - M x by rounding: this is computed anew at the
// end, and if it is too large the solver begins again from there.  A solver of
// mixed precision (refinement.hpp) ends and begins again on purpose.  Columns
// begin together: one that has ended waits for the others.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "graphs/solver/iteration.hpp"
#include "runtime/graph/graph.hpp"

namespace tasuki::graphs::solver {

struct Limits {
    double tolerance;              ///< of |b - M x| / |b|
    std::int64_t most_iterations;  ///< in all
};

enum class Outcome {
    converged,
    too_slow,   ///< the most iterations were not enough
    stagnated,  ///< the residual does not fall any more
    broken      ///< a NaN, an infinity or a division by zero
};

/// Of one column.
struct Convergence {
    Outcome outcome;
    std::int64_t iterations;
    double residual;  ///< |b - M_hat x| / |b|, computed from x in the end
    /// As the iterations had it, |b - M_hat x| / |b|: before the first one, and
    /// after each.
    std::vector<double> residuals;
    /// Of the iterations, and of their beginnings: an equal part of those of
    /// all columns.
    double seconds;

    /// Whether a higher precision might do better.
    bool has_failed() const {
        return outcome == Outcome::stagnated || outcome == Outcome::broken;
    }
};

/// How far a column is.
struct Progress {
    std::int64_t iterations;
    double residual;
};
/// Called now and then, with all columns.
using OnProgress = std::function<void(const std::vector<Progress>&)>;

/// That of one iteration, recorded if there is none: after a beginning, in
/// which GPUs may find how to launch kernels.
runtime::Graph& graph_of(runtime::Context& context, Iteration& iteration,
                         std::optional<runtime::Graph>& graph);

/// From what x is. Waits.
/// @param graph  of graph_of()
/// @param b2  |b|^2 of the whole lattice, of each column; 0 for columns that
///            stay as they are
std::vector<Convergence> converge(runtime::Context& context,
                                  Iteration& iteration,
                                  std::optional<runtime::Graph>& graph,
                                  const std::vector<double>& b2,
                                  const Limits& limits,
                                  const OnProgress& on_progress = {});

/// Adds what came after `all`, of another solver.
void append(Convergence& all, Convergence&& more);

/// How many more iterations to submit, when those up to `submitted` have been
/// and the residuals up to now are known: few enough to be needed.
std::int64_t iterations_ahead(const std::vector<double>& residuals,
                              std::int64_t submitted, double target);

/// "0: 1, 10: 0.012, ...": about `most` of the residuals.
std::string describe_residuals(const std::vector<double>& residuals,
                               std::size_t most = 12);

}  // namespace tasuki::graphs::solver

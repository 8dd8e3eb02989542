// The iterations of a solver for M_hat x = b on even sites, as tasks, of each
// column of x and b.  Fields and scalars stay on the workers; how far a column
// has come is in its Course.
#pragma once

#include <memory>
#include <vector>

#include "codelets/linalg/course.hpp"
#include "graphs/solver/even_odd.hpp"
#include "graphs/solver/lattice_sums.hpp"

namespace tasuki::graphs::solver {

enum class Method { cg, bicgstab };

/// What iterations begin with.
enum class From {
    x,         ///< the residual of x alone
    direction  ///< and the direction in which those before have converged
};

/// A method at work on one x and b.
class Iteration {
  public:
    virtual ~Iteration() = default;

    // These submit tasks and return at once.

    /// Begins (again) from what x is: course.begin2 is then |b - M_hat x|^2.
    /// A method that cannot go on in a direction takes a new one.
    /// @param target2  |residual|^2 to reach, of each column; 0: the iterations
    ///                 never end; infinity: they end at once
    virtual void submit_begin(const std::vector<double>& target2,
                              From from) = 0;
    /// One iteration; changes nothing in columns that have ended.
    virtual void submit_iteration() = 0;
    /// @param course  (columns)
    virtual void submit_report(runtime::Array<linalg::Course>& course) = 0;

    /// Of one iteration of a column, of all blocks of the lattice [flop].
    virtual double flops() const = 0;
};

/// That can solve for one b after the other, each from x = 0: the inner part of
/// a refinement.
class InnerIteration : public Iteration {
  public:
    /// Begins where x is zero and b is new.
    /// @param b2  |b|^2
    virtual void submit_refine(const linalg::Targets& targets, From from,
                               LatticeSums& b2) = 0;
};

/// @param x  the answer; it, `b` and `m` outlive what is returned
template <class T, int kLinkReals>
std::unique_ptr<InnerIteration> make_iteration(
    Method method, EvenOddOperator<T, kLinkReals>& m, Blocks<T>& x,
    const Blocks<T>& b);

}  // namespace tasuki::graphs::solver

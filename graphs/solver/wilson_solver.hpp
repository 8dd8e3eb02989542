// Solves M x = b with the Wilson-Dirac operator M = 1 - kappa H, or with a
// clover term and a twisted mass, M = A + 2 i kappa mu g_5 - kappa H, even-odd
// preconditioned (even_odd.hpp), by a method of iteration.hpp: in double, or
// in mixed precision (refinement.hpp).  Where the inner precision is not
// enough, the solver takes a higher one from then on.
//
// Several right-hand sides are solved for at once: an iteration then reads the
// links once for all of them.  Each has the residuals and the solution that it
// has on its own.
#pragma once

#include <functional>
#include <span>
#include <variant>
#include <vector>

#include "graphs/solver/convergence.hpp"
#include "graphs/solver/refinement.hpp"

namespace tasuki::graphs::solver {

struct Solution {
    lattice::SpinorField x;  ///< without sites if it was not asked for
    Convergence convergence;
    /// |b - M x| / |b|, by the operator without preconditioning.
    double true_residual;
    Inner inner;  ///< with which it ended
};

/// Each rank has its own blocks of all fields, and calls each function that is
/// not const.
class WilsonSolver {
  public:
    /// @param u  where this rank has blocks; with a clover term also the sites
    ///           next to them; outlives the solver
    /// @param columns  right-hand sides at once, 1 to linalg::kMostColumns
    /// @throws UnavailableError  the placement needs a worker that is not here
    WilsonSolver(runtime::Context& context, const wilson::Decomposition& d,
                 const lattice::GaugeField& u, const EvenOddOptions& options,
                 Method method, Inner inner = Inner::none, int columns = 1);

    /// A source, and what to start from.
    struct Source {
        std::variant<std::reference_wrapper<const lattice::SpinorField>,
                     lattice::UnitField>
            b;
        const lattice::SpinorField* start = nullptr;  ///< of x; null: zero
    };
    /// Whether solutions come to the host, which takes longer than some
    /// iterations.
    enum class Fetch { solutions, nothing };
    /// Waits.  A solution that has not converged is to be thrown away.
    /// @param sources  have the blocks of this rank, as their solutions; at
    ///                 most `columns`
    /// @throws UsageError  a source that is zero, or fields and boxes together
    std::vector<Solution> solve(const std::vector<Source>& sources,
                                const Limits& limits,
                                const OnProgress& on_progress = {},
                                Fetch fetch = Fetch::solutions);
    /// The same for one source.
    Solution solve(const lattice::SpinorField& b, const Limits& limits,
                   const OnProgress& on_progress = {},
                   const lattice::SpinorField* start = nullptr);

    /// M x, by the operator of the true residual; waits.  state() is x then.
    /// @param x  has the blocks of this rank, as the result
    lattice::SpinorField apply(const lattice::SpinorField& x);

    /// x of a column as it is: a solution, or in `on_progress`, with zeros on
    /// odd sites, what to start from.
    lattice::SpinorField state(int column = 0);
    /// EvenOddField::submit_site_norms() and add_slice_norms() of the last
    /// solutions.
    void submit_site_norms() { x_.submit_site_norms(); }
    void add_slice_norms(int column, int mu, std::span<double> sums) const {
        x_.add_slice_norms(column, mu, sums);
    }
    /// In what the iterations compute now.
    Inner inner() const { return inner_; }

    /// Submits iterations for the last sources, whatever comes of them, and
    /// waits: for traces and times.
    /// @param first  number of the first one in a trace
    /// @return  seconds of the iterations; 0 if they did not all compute
    double iterate(int iterations, int first);

    /// What a solution takes, of all columns together [s].
    struct SolutionTime {
        double all;         ///< from the source to the norms of the solution
        double iterations;  ///< the part of it for them, and their beginnings
    };
    /// Submits what solve() would submit if it came to `tolerance` in so many
    /// iterations, whatever comes of them, and waits: for a simulation, which
    /// has no residuals.
    SolutionTime time_solution(std::int64_t iterations, double tolerance);

    /// Of one source [flop].
    double flops_per_iteration() const { return iteration_->flops(); }
    /// Of one iteration; nothing before the first.
    const std::optional<runtime::Graph>& graph() const { return graph_; }
    /// Memory for the local blocks, if they are dealt evenly to so many GPUs,
    /// on each of them; for 1 also on the host [B].
    static double device_bytes(const wilson::Decomposition& d, Inner inner,
                               int gpus, int columns = 1);
    /// The same of a clover term or a twisted mass, which come on top.
    static double clover_bytes(const wilson::Decomposition& d, Inner inner,
                               int gpus);

  private:
    runtime::Context& context() const { return lattice_.context(); }
    Blocks<double> half() const { return lattice_.half_field<double>(); }
    void take(Inner inner);
    void begin(const std::vector<Source>& sources);
    runtime::Graph& recorded();
    void clear(int column);
    std::vector<Convergence> converge_in_all(const std::vector<double>& b2,
                                             const Limits& limits,
                                             const OnProgress& on_progress);
    std::vector<double> source_norms();
    std::vector<double> true_residuals(const std::vector<double>& b2);
    std::vector<double> totals() const;

    Lattice lattice_;
    const lattice::GaugeField& u_;
    Method method_;
    Inner inner_;
    EvenOddOperator<double, 18> m_{lattice_, u_};
    EvenOddField<double> b_{lattice_}, x_{lattice_};
    Blocks<double> reduced_ = half();               // b_e + kappa D_eo b_o
    Blocks<double> mx_ = half(), rest_ = half();    // of M x and of b - M x
    LatticeSums even2_{lattice_}, odd2_{lattice_};  // of |b|^2, |b - M x|^2
    std::unique_ptr<Iteration> iteration_;
    std::optional<runtime::Graph> graph_;
    bool is_left_open_ = false;  // by iterate(), before the end of a solution
};

}  // namespace tasuki::graphs::solver

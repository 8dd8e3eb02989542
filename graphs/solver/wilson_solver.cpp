#include "graphs/solver/wilson_solver.hpp"

#include <spdlog/spdlog.h>

#include <chrono>
#include <cmath>
#include <utility>

#include "codelets/linalg/difference/difference.hpp"
#include "runtime/core/error.hpp"
#include "runtime/trace/trace_label.hpp"

namespace tasuki::graphs::solver {

namespace wil = tasuki::wilson;

namespace {

/// Of so many GPUs, on one of them.
int most_blocks(const wilson::Decomposition& d, int gpus) {
    const int blocks = static_cast<int>(d.local_blocks().size());
    return (blocks + gpus - 1) / gpus;
}

void fill(Blocks<double>& field, double value) {
    for (auto& block : field) block.fill(value);
}

}  // namespace

WilsonSolver::WilsonSolver(runtime::Context& context,
                           const wilson::Decomposition& d,
                           const lattice::GaugeField& u,
                           const EvenOddOptions& options, Method method,
                           Inner inner)
    : lattice_{context, d, options}, u_{u}, method_{method}, inner_{inner} {
    take(inner);
}

void WilsonSolver::take(Inner inner) {
    context().wait();
    replay_.reset();
    iteration_.reset();  // before the next one needs memory
    inner_ = inner;
    if (inner == Inner::none)
        iteration_ = make_iteration(method_, m_, x_.even, reduced_);
    else
        iteration_ = make_refinement(inner, method_, m_, u_, x_.even, reduced_);
    replay_ = std::make_unique<runtime::Replay>(context());
}

Solution WilsonSolver::solve(const lattice::SpinorField& b,
                             const Limits& limits,
                             const OnProgress& on_progress,
                             const lattice::SpinorField* start) {
    const double b2 = norm2(lattice_, b);
    if (!(b2 > 0))
        throw runtime::UsageError(
            "a source to solve for: expected one that is not zero");
    if (std::exchange(is_left_open_, false)) take(inner_);
    b_.write(b);
    fill(x_.odd, 0);
    if (start != nullptr)
        x_.write(*start);
    else
        fill(x_.even, 0);
    m_.submit_reduced_source(b_, reduced_);
    auto convergence = converge_in_all(b2, limits, on_progress);
    m_.submit_odd_solution(b_, x_);
    auto x = x_.read();
    const double rest = true_residual(b2);
    return {std::move(x), std::move(convergence), rest, inner_};
}

lattice::SpinorField WilsonSolver::state() const {
    return x_.read();
}

/// In the precision of before, and in higher ones as long as it is not enough.
Convergence WilsonSolver::converge_in_all(double b2, const Limits& limits,
                                          const OnProgress& on_progress) {
    Convergence all{};
    for (;;) {
        const auto before = all.iterations;
        const bool may_do_better = append(
            all, converge(context(), *replay_, *iteration_, b2,
                          {limits.tolerance, limits.most_iterations - before},
                          [&](std::int64_t iterations, double residual) {
                              if (on_progress)
                                  on_progress(before + iterations, residual);
                          }));
        if (!may_do_better || inner_ == Inner::none) return all;
        const auto next = inner_ == Inner::half ? Inner::single : Inner::none;
        spdlog::warn(
            "the solver in {} precision {} at a residual of {:.1e}: it goes on "
            "in {}",
            name_of(inner_),
            all.outcome == Outcome::broken ? "broke down" : "stalled",
            all.residual, name_of(next));
        take(next);
        if (!(all.residual <= all.residuals.front())) fill(x_.even, 0);
    }
}

double WilsonSolver::true_residual(double b2) {
    using Rest = linalg::difference::Kernel<double>;
    m_.submit_even(x_, mx_);
    lattice_.submit_pass<Rest>({}, 3, rest_, even2_, b_.even, mx_);
    m_.submit_odd(x_, mx_);
    lattice_.submit_pass<Rest>({}, 3, rest_, odd2_, b_.odd, mx_);
    std::vector<double> of_blocks(lattice_.decomposition().blocks());
    even2_.add_to(of_blocks);
    odd2_.add_to(of_blocks);
    return std::sqrt(lattice_.total(std::move(of_blocks)) / b2);
}

double WilsonSolver::iterate(int iterations, int first) {
    is_left_open_ = true;
    iteration_->submit_begin(0, From::x);
    context().wait();
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < iterations; ++k) {
        const runtime::TraceIteration numbered{context(), first + k};
        replay_->iteration([this] { iteration_->submit_iteration(); });
    }
    context().wait();
    const std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - start;
    runtime::Array<linalg::Course> report{context(), 1};
    iteration_->submit_report(report);
    return report.read()[0].iterations == iterations ? spent.count() : 0;
}

double WilsonSolver::device_bytes(const wilson::Decomposition& d, Inner inner,
                                  int gpus) {
    // Halves: b, x, the reduced source, D_oe in, two of true_residual(), and
    // without refinement five of BiCGStab, which has more than CG.
    const double fields =
        (2 + 2 + 1 + 1 + 2 + (inner == Inner::none ? 5 : 0)) / 2.0;
    const double of_block = static_cast<double>(d.block().volume()) *
                                sizeof(double) * fields * wil::kSpinorReals +
                            EvenOddOperator<double, 18>::bytes_per_block(d) +
                            refinement_bytes(inner, d);
    return of_block * most_blocks(d, gpus);
}

double WilsonSolver::clover_bytes(const wilson::Decomposition& d, Inner inner,
                                  int gpus) {
    double of_block = CloverTerm<double>::bytes_per_block(d);
    if (inner == Inner::half)
        of_block += CloverTerm<wil::Fixed16>::bytes_per_block(d);
    if (inner == Inner::single)
        of_block += CloverTerm<float>::bytes_per_block(d);
    return of_block * most_blocks(d, gpus);
}

}  // namespace tasuki::graphs::solver

#include "graphs/solver/wilson_solver.hpp"

#include <spdlog/spdlog.h>

#include <chrono>
#include <cmath>
#include <numeric>
#include <utility>

#include "codelets/linalg/difference/difference.hpp"
#include "runtime/core/error.hpp"
#include "runtime/trace/trace_label.hpp"

namespace tasuki::graphs::solver {

namespace wil = tasuki::wilson;

WilsonSolver::WilsonSolver(runtime::Context& context,
                           const lattice::GaugeField& u,
                           const EvenOddOptions& options, Method method,
                           Inner inner)
    : context_{context},
      u_{u},
      options_{options},
      method_{method},
      inner_{inner},
      m_{context, u, options},
      b_{context, m_.geometry()},
      x_{context, m_.geometry()},
      reduced_{context, b_.even.size()},
      mx_{context, b_.even.size()},
      rest_{context, b_.even.size()},
      even2_{context, linalg::kPartials},
      odd2_{context, linalg::kPartials} {
    take(inner);
}

void WilsonSolver::take(Inner inner) {
    context_.wait();
    replay_.reset();
    iteration_.reset();  // before the next one needs memory
    inner_ = inner;
    if (inner == Inner::none)
        iteration_ = make_iteration(method_, m_, x_.even, reduced_);
    else
        iteration_ = make_refinement(inner, method_, m_, u_, options_, x_.even,
                                     reduced_);
    replay_ = std::make_unique<runtime::Replay>(context_);
}

Solution WilsonSolver::solve(const lattice::SpinorField& b,
                             const Limits& limits,
                             const OnProgress& on_progress,
                             const lattice::SpinorField* start) {
    const double b2 = lattice::norm2(b);
    if (!(b2 > 0))
        throw runtime::UsageError(
            "a source to solve for: expected one that is not zero");
    if (std::exchange(is_left_open_, false)) take(inner_);
    b_.write(b);
    x_.odd.fill(0);
    if (start != nullptr)
        x_.write(*start);
    else
        x_.even.fill(0);
    m_.submit_reduced_source(b_, reduced_);
    auto convergence = converge_in_all(b2, limits, on_progress);
    m_.submit_odd_solution(b_, x_);
    auto x = x_.read(u_.extents());
    const double rest = true_residual(b2);
    return {std::move(x), std::move(convergence), rest, inner_};
}

lattice::SpinorField WilsonSolver::state() const {
    return x_.read(u_.extents());
}

/// In the precision of before, and in higher ones as long as it is not enough.
Convergence WilsonSolver::converge_in_all(double b2, const Limits& limits,
                                          const OnProgress& on_progress) {
    Convergence all{};
    for (;;) {
        const auto before = all.iterations;
        const bool may_do_better = append(
            all, converge(context_, *replay_, *iteration_, b2,
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
        if (!(all.residual <= all.residuals.front())) x_.even.fill(0);
    }
}

double WilsonSolver::true_residual(double b2) {
    const auto submit_rest = [this](const runtime::Array<double>& b,
                                    runtime::Array<double>& partials) {
        runtime::submit<linalg::difference::Kernel<double>>(
            context_, {},
            m_.task_options(3.0 * static_cast<double>(rest_.size())), rest_,
            partials, b, mx_);
    };
    m_.submit_even(x_, mx_);
    submit_rest(b_.even, even2_);
    m_.submit_odd(x_, mx_);
    submit_rest(b_.odd, odd2_);
    double rest2 = 0;
    for (const auto* partials : {&even2_, &odd2_}) {
        const auto sums = partials->read();
        rest2 = std::accumulate(sums.begin(), sums.end(), rest2);
    }
    return std::sqrt(rest2 / b2);
}

double WilsonSolver::iterate(int iterations, int first) {
    is_left_open_ = true;
    iteration_->submit_begin(0, From::x);
    context_.wait();
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < iterations; ++k) {
        const runtime::TraceIteration numbered{context_, first + k};
        replay_->iteration([this] { iteration_->submit_iteration(); });
    }
    context_.wait();
    const std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - start;
    runtime::Array<linalg::Course> report{context_, 1};
    iteration_->submit_report(report);
    return report.read()[0].iterations == iterations ? spent.count() : 0;
}

double WilsonSolver::device_bytes(const lattice::Extents& extents,
                                  Inner inner) {
    // Halves: b, x, the reduced source, D_oe in, two of true_residual(), and
    // without refinement five of BiCGStab, which has more than CG.
    const double fields =
        (2 + 2 + 1 + 1 + 2 + (inner == Inner::none ? 5 : 0)) / 2.0;
    return static_cast<double>(extents.volume()) * sizeof(double) *
               (4 * 18 + fields * wil::kSpinorReals) +
           refinement_bytes(inner, extents);
}

}  // namespace tasuki::graphs::solver

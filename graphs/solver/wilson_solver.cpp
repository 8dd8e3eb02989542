#include "graphs/solver/wilson_solver.hpp"

#include <cmath>
#include <numeric>

#include "codelets/linalg/difference/difference.hpp"
#include "runtime/core/error.hpp"
#include "runtime/trace/trace_label.hpp"

namespace tasuki::graphs::solver {

namespace wil = tasuki::wilson;

template <class T, int kLinkReals>
WilsonSolver<T, kLinkReals>::WilsonSolver(runtime::Context& context,
                                          const lattice::GaugeField& u,
                                          const EvenOddOptions& options,
                                          Method method)
    : context_{context},
      extents_{u.extents()},
      m_{context, u, options},
      b_{context, m_.geometry()},
      x_{context, m_.geometry()},
      reduced_{context, b_.even.size()},
      mx_{context, b_.even.size()},
      rest_{context, b_.even.size()},
      even2_{context, linalg::kPartials},
      odd2_{context, linalg::kPartials},
      iteration_{make_iteration(method, m_, x_.even, reduced_)} {}

template <class T, int kLinkReals>
Solution WilsonSolver<T, kLinkReals>::solve(const lattice::SpinorField& b,
                                            const Limits& limits,
                                            const OnProgress& on_progress) {
    const double b2 = lattice::norm2(b);
    if (!(b2 > 0))
        throw runtime::UsageError(
            "a source to solve for: expected one that is not zero");
    b_.write(b);
    x_.even.fill(0);
    m_.submit_reduced_source(b_, reduced_);
    auto convergence =
        converge(context_, replay_, *iteration_, b2, limits, on_progress);
    m_.submit_odd_solution(b_, x_);
    auto x = x_.read(extents_);
    const double rest = true_residual(b2);
    return {std::move(x), std::move(convergence), rest};
}

template <class T, int kLinkReals>
double WilsonSolver<T, kLinkReals>::true_residual(double b2) {
    const auto submit_rest = [this](const runtime::Array<T>& b,
                                    runtime::Array<double>& partials) {
        runtime::submit<linalg::difference::Kernel<T>>(
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

template <class T, int kLinkReals>
void WilsonSolver<T, kLinkReals>::iterate(int iterations, int first) {
    iteration_->submit_begin(0);
    context_.wait();
    for (int k = 0; k < iterations; ++k) {
        const runtime::TraceIteration numbered{context_, first + k};
        replay_.iteration([this] { iteration_->submit_iteration(); });
    }
    context_.wait();
}

template <class T, int kLinkReals>
double WilsonSolver<T, kLinkReals>::device_bytes(
    const lattice::Extents& extents) {
    // Halves: b, x, the reduced source, D_oe in, two of true_residual(), and
    // five of BiCGStab, which has more than CG.
    constexpr double kFields = (2 + 2 + 1 + 1 + 2 + 5) / 2.0;
    return static_cast<double>(extents.volume()) * sizeof(T) *
           (4 * kLinkReals + kFields * wil::kSpinorReals);
}

template class WilsonSolver<double, 18>;

}  // namespace tasuki::graphs::solver

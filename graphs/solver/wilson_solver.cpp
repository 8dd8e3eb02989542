#include "graphs/solver/wilson_solver.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "codelets/linalg/difference/difference.hpp"
#include "codelets/linalg/norm2/norm2.hpp"
#include "runtime/core/clock.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"
#include "runtime/trace/trace_label.hpp"

namespace tasuki::graphs::solver {

namespace wil = tasuki::wilson;

namespace {

double seconds_since(std::int64_t start) {
    return 1e-9 * static_cast<double>(runtime::machine_nanoseconds() - start);
}

/// Of so many GPUs, on one of them.
int most_blocks(const wilson::Decomposition& d, int gpus) {
    const int blocks = static_cast<int>(d.local_blocks().size());
    return (blocks + gpus - 1) / gpus;
}

}  // namespace

WilsonSolver::WilsonSolver(runtime::Context& context,
                           const wilson::Decomposition& d,
                           const lattice::GaugeField& u,
                           const EvenOddOptions& options, Method method,
                           Inner inner, int columns)
    : lattice_{context, d, options, columns},
      u_{u},
      method_{method},
      inner_{inner} {
    take(inner);
}

void WilsonSolver::take(Inner inner) {
    context().wait();
    graph_.reset();
    iteration_.reset();  // before the next one needs memory
    inner_ = inner;
    if (inner == Inner::none)
        iteration_ = make_iteration(method_, m_, x_.even, reduced_);
    else
        iteration_ = make_refinement(inner, method_, m_, u_, x_.even, reduced_);
}

runtime::Graph& WilsonSolver::recorded() {
    return graph_of(context(), *iteration_, graph_);
}

std::vector<Solution> WilsonSolver::solve(const std::vector<Source>& sources,
                                          const Limits& limits,
                                          const OnProgress& on_progress,
                                          Fetch fetch) {
    if (std::exchange(is_left_open_, false)) take(inner_);
    begin(sources);
    const auto b2 = source_norms();
    if (!std::all_of(b2.begin(), b2.begin() + std::ssize(sources),
                     [](double norm) { return norm > 0; }))
        throw runtime::UsageError(
            "a source to solve for: expected one that is not zero");
    m_.submit_reduced_source(b_, reduced_);
    auto convergences = converge_in_all(b2, limits, on_progress);
    m_.submit_odd_solution(b_, x_);
    const auto rest = true_residuals(b2);
    std::vector<Solution> solutions;
    for (std::size_t c = 0; c < sources.size(); ++c)
        solutions.push_back({fetch == Fetch::solutions
                                 ? state(static_cast<int>(c))
                                 : lattice::SpinorField::without_sites(
                                       lattice_.decomposition().local_region()),
                             std::move(convergences[c]), rest[c], inner_});
    return solutions;
}

/// b and x.
void WilsonSolver::begin(const std::vector<Source>& sources) {
    using Field = std::reference_wrapper<const lattice::SpinorField>;
    std::vector<lattice::UnitField> units;
    std::vector<const lattice::SpinorField*> fields, start;
    for (const Source& source : sources) {
        if (const auto* unit = std::get_if<lattice::UnitField>(&source.b))
            units.push_back(*unit);
        else
            fields.push_back(&std::get<Field>(source.b).get());
        start.push_back(source.start);
    }
    if (!units.empty() && !fields.empty())
        throw runtime::UsageError(
            "sources that are solved for at once: expected fields or boxes of "
            "ones, found both");
    if (fields.empty())
        b_.submit_units(units);
    else
        b_.write(fields);
    if (std::ranges::all_of(start, [](auto* x) { return x == nullptr; }))
        x_.submit_units({});
    else
        x_.write(start);
}

Solution WilsonSolver::solve(const lattice::SpinorField& b,
                             const Limits& limits,
                             const OnProgress& on_progress,
                             const lattice::SpinorField* start) {
    return std::move(
        solve(std::vector<Source>{{b, start}}, limits, on_progress).front());
}

lattice::SpinorField WilsonSolver::apply(const lattice::SpinorField& x) {
    x_.write({&x});
    m_.submit_even(x_, b_.even);
    m_.submit_odd(x_, b_.odd);
    return b_.read();
}

lattice::SpinorField WilsonSolver::state(int column) {
    return x_.read(column);
}

/// x = 0 in a column.
void WilsonSolver::clear(int column) {
    const auto size = lattice_.column_reals<double>();
    for (auto& block : x_.even) {
        const auto x = block.update();
        std::ranges::fill(x.span().subspan(column * size, size), 0.0);
    }
}

/// In the precision of before, and in higher ones as long as it is not enough.
std::vector<Convergence> WilsonSolver::converge_in_all(
    const std::vector<double>& b2, const Limits& limits,
    const OnProgress& on_progress) {
    std::vector<Convergence> all(b2.size());
    auto open2 = b2;  // zero where a column has ended
    for (;;) {
        std::int64_t before = 0;
        for (const auto& column : all)
            before = std::max(before, column.iterations);
        auto more =
            converge(context(), *iteration_, graph_, open2,
                     {limits.tolerance, limits.most_iterations - before},
                     [&](std::vector<Progress> progress) {
                         if (!on_progress) return;
                         for (std::size_t c = 0; c < all.size(); ++c) {
                             progress[c].iterations += all[c].iterations;
                             if (open2[c] == 0)
                                 progress[c].residual = all[c].residual;
                         }
                         on_progress(progress);
                     });
        const Convergence* failed = nullptr;
        for (std::size_t c = 0; c < all.size(); ++c) {
            if (open2[c] == 0) continue;
            append(all[c], std::move(more[c]));
            if (all[c].has_failed())
                failed = &all[c];
            else
                open2[c] = 0;
        }
        if (failed == nullptr || inner_ == Inner::none) return all;
        const auto next = inner_ == Inner::half ? Inner::single : Inner::none;
        runtime::logger().warn(
            "the solver in {} precision {} at a residual of {:.1e}: it goes on "
            "in {}",
            name_of(inner_),
            failed->outcome == Outcome::broken ? "broke down" : "stalled",
            failed->residual, name_of(next));
        take(next);
        for (std::size_t c = 0; c < all.size(); ++c)
            if (open2[c] > 0 && !(all[c].residual <= all[c].residuals.front()))
                clear(static_cast<int>(c));
    }
}

/// |b|^2 of each column.
std::vector<double> WilsonSolver::source_norms() {
    using Norm = linalg::norm2::Kernel<double>;
    lattice_.submit_pass<Norm>({b_.even.front().size()}, 2, even2_, b_.even);
    lattice_.submit_pass<Norm>({b_.odd.front().size()}, 2, odd2_, b_.odd);
    return totals();
}

std::vector<double> WilsonSolver::true_residuals(
    const std::vector<double>& b2) {
    using Rest = linalg::difference::Kernel<double>;
    m_.submit_even(x_, mx_);
    lattice_.submit_pass<Rest>({}, 3, rest_, even2_, b_.even, mx_);
    m_.submit_odd(x_, mx_);
    lattice_.submit_pass<Rest>({}, 3, rest_, odd2_, b_.odd, mx_);
    auto residuals = totals();
    for (std::size_t c = 0; c < residuals.size(); ++c)
        residuals[c] = std::sqrt(residuals[c] / b2[c]);
    return residuals;
}

/// Of both parities, for each column; waits.
std::vector<double> WilsonSolver::totals() const {
    std::vector<double> sums;
    for (int c = 0; c < lattice_.columns(); ++c)
        sums.push_back(even2_.total(c) + odd2_.total(c));
    return sums;
}

double WilsonSolver::iterate(int iterations, int first) {
    is_left_open_ = true;
    iteration_->submit_begin(
        std::vector<double>(static_cast<std::size_t>(lattice_.columns())),
        From::x);
    context().wait();
    const auto start = runtime::machine_nanoseconds();
    for (int k = 0; k < iterations; ++k) {
        const runtime::TraceIteration numbered{context(), first + k};
        recorded().run();
    }
    context().wait();
    const double spent = seconds_since(start);
    runtime::Array<linalg::Course> report{
        context(), static_cast<std::size_t>(lattice_.columns())};
    iteration_->submit_report(report);
    return report.read()[0].iterations == iterations ? spent : 0;
}

WilsonSolver::SolutionTime WilsonSolver::time_solution(std::int64_t iterations,
                                                       double tolerance) {
    // Iterations in double end once; a refinement ends as often as it reduces
    // the residual. Each end begins again, and the last finds it small enough.
    // None is without an iteration.
    std::int64_t ends = 1;
    if (inner_ != Inner::none)
        ends = std::clamp(
            static_cast<std::int64_t>(std::ceil(
                std::log(tolerance) / std::log(reduction_of(inner_)))),
            std::int64_t{1}, iterations);
    const std::vector<double> endless(
        static_cast<std::size_t>(lattice_.columns()));
    runtime::Array<linalg::Course> report{context(), endless.size()};
    const auto see_report = [&] {
        iteration_->submit_report(report);
        (void)report.read();
    };
    context().wait();
    const auto start = runtime::machine_nanoseconds();
    b_.submit_units({});
    x_.submit_units({});
    source_norms();
    m_.submit_reduced_source(b_, reduced_);
    context().wait();
    const auto first = runtime::machine_nanoseconds();
    std::int64_t done = 0;
    for (std::int64_t k = 0; k <= ends; ++k) {
        iteration_->submit_begin(endless, k == 0 ? From::x : From::direction);
        see_report();
        if (k == ends) break;
        const std::int64_t end = iterations * (k + 1) / ends;
        recorded().run(end - std::exchange(done, end));
        see_report();
    }
    context().wait();
    const double in_iterations = seconds_since(first);
    m_.submit_odd_solution(b_, x_);
    true_residuals(std::vector<double>(endless.size(), 1));
    x_.submit_site_norms();
    x_.fetch_site_norms();
    context().wait();
    return {seconds_since(start), in_iterations};
}

double WilsonSolver::device_bytes(const wilson::Decomposition& d, Inner inner,
                                  int gpus, int columns) {
    // Halves: b, x, the reduced source, D_oe in, two of true_residual(), and
    // without refinement five of BiCGStab, which has more than CG. And a number
    // for each site of x, and a column as hosts have it.
    const double fields =
        (2 + 2 + 1 + 1 + 2 + (inner == Inner::none ? 5 : 0)) / 2.0;
    const double of_block =
        static_cast<double>(d.block().volume()) * sizeof(double) *
            ((fields * wil::kSpinorReals + 1) * columns + wil::kSpinorReals) +
        EvenOddOperator<double, 18>::bytes_per_block(d, columns) +
        refinement_bytes(inner, d, columns);
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

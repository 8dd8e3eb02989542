#include "drivers/solve/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "codelets/lattice/observables.hpp"
#include "drivers/common/progress.hpp"
#include "graphs/wilson/placement.hpp"
#include "runtime/core/error.hpp"
#include "runtime/mpi/ranks.hpp"
#include "runtime/trace/trace.hpp"

namespace tasuki::drivers {

namespace {

using graphs::solver::Convergence, graphs::solver::Method;
using graphs::solver::Outcome;
using Solver = graphs::solver::WilsonSolver;

std::string reason_of(const Convergence& c) {
    switch (c.outcome) {
        case Outcome::too_slow:
            return "--max-iterations";
        case Outcome::stagnated:
            return "the residual does not fall any more";
        case Outcome::broken:
            return "NaN, infinity or division by zero";
        case Outcome::converged:
            break;
    }
    return "b - M x, without preconditioning, is larger";
}

std::string hint_of(const Convergence& c) {
    constexpr double kRounding = 1e-13;
    if (c.outcome == Outcome::stagnated && c.residual < kRounding)
        return "the tolerance is below what double precision can reach";
    return "kappa may be beyond its critical value on this configuration: take "
           "a smaller one, another --solver, or more --max-iterations";
}

[[noreturn]] void refuse(const SolveOptions& options, const std::string& source,
                         const graphs::solver::Solution& s) {
    const Convergence& c = s.convergence;
    throw runtime::NumericsError(fmt::format(
        "source {}: {} reached |b - M x| / |b| = {:.3g} in {} iterations, not "
        "{:g} ({}); residual after iteration {}; {}",
        source, options.solver, s.true_residual, c.iterations,
        options.tolerance, reason_of(c),
        graphs::solver::describe_residuals(c.residuals), hint_of(c)));
}

class Run {
  public:
    Run(const SolveOptions& options, const SolvePlan& plan,
        runtime::Context& context, const lattice::GaugeField& u)
        : options_{options},
          plan_{plan},
          context_{context},
          solver_{context,
                  u,
                  {options.kappa, options.bc_t == "periodic" ? 1 : -1,
                   graphs::wilson::Placement::parse(options.placement).bulk()},
                  options.solver == "cg" ? Method::cg : Method::bicgstab} {}

    void solve_all(SolveResult& result) {
        const Sources& sources = plan_.sources;
        if (sources.kind != Sources::Kind::random)
            result.correlator.resize(plan_.extents[plan_.axis]);
        const auto count = static_cast<std::size_t>(sources.count());
        ProgressLine progress{"source", count};
        for (std::size_t k = 0; k < count; ++k)
            solve(static_cast<int>(k), progress, result);
    }

    /// Iterations of the window, recorded and not, in turns.
    void record(runtime::Recorder& recorder, SolveResult& result) {
        const trace::Window& w = options_.trace.window;
        const double each =
            result.iterations_seconds() /
            static_cast<double>(std::max<std::int64_t>(result.iterations(), 1));
        const auto timed = [&](int iterations, int first) {
            const auto start = Clock::now();
            solver_.iterate(iterations, first);
            const std::chrono::duration<double> spent = Clock::now() - start;
            return spent.count() / iterations;
        };
        for (int k = 0; k < trace::pairs(w, each); ++k) {
            if (w.skipped() > 0) timed(w.skipped(), 0);
            result.trace_cost.plain.push_back(timed(w.recorded(), 0));
            if (w.skipped() > 0) timed(w.skipped(), 0);
            recorder.start();
            result.trace_cost.recorded.push_back(
                timed(w.recorded(), w.skipped()));
            recorder.stop();
        }
    }

  private:
    using Clock = std::chrono::steady_clock;

    void solve(int k, ProgressLine& progress, SolveResult& result) {
        const auto name = plan_.sources.name(k);
        const auto b = plan_.sources.make(k, plan_.extents);
        const auto start = Clock::now();
        auto solution = solver_.solve(
            b, {options_.tolerance, options_.max_iterations},
            [&](std::int64_t iterations, double residual) {
                progress.show(static_cast<std::size_t>(k),
                              fmt::format("{}: {} iterations, residual {:.1e}",
                                          name, iterations, residual));
            });
        const std::chrono::duration<double> spent = Clock::now() - start;
        const auto& c = solution.convergence;
        if (c.outcome != Outcome::converged ||
            !(solution.true_residual <= options_.tolerance)) {
            progress.clear();
            refuse(options_, name, solution);
        }
        result.sources.push_back({name, c.iterations, solution.true_residual,
                                  spent.count(), c.seconds});
        result.flops +=
            static_cast<double>(c.iterations) * solver_.flops_per_iteration();
        if (!result.correlator.empty())
            add_to_correlator(solution.x, plan_.axis,
                              plan_.sources.at[plan_.axis], result.correlator);
        if (!options_.out.empty())
            result.propagator.columns.push_back(
                {name, std::move(solution.x),
                 static_cast<std::uint64_t>(c.iterations),
                 solution.true_residual});
    }

    const SolveOptions& options_;
    const SolvePlan& plan_;
    runtime::Context& context_;
    Solver solver_;
};

}  // namespace

SolveResult run_planned(const SolveOptions& options, const SolvePlan& plan,
                        runtime::Recorder* recorder) {
    const auto whole = [](const lattice::Extents& extents) {
        return lattice::Region{extents};
    };
    const auto u =
        read_links(options, plan.extents, whole, runtime::mpi_ranks());
    using graphs::wilson::Placement;
    const bool cpu_only =
        Placement::parse(options.placement).name() == Placement::Name::cpu;
    runtime::Context context{machine(options, cpu_only, recorder)};
    SolveResult result{};
    result.placement = options.placement;
    result.policy = context.policy();
    for (const auto& worker : context.workers())
        result.workers.push_back(worker.name);
    result.propagator = {gauge_name(options), lattice::plaquette(u).average,
                         options.kappa,       options.bc_t,
                         options.source,      options.solver,
                         options.tolerance};
    Run run{options, plan, context, u};
    run.solve_all(result);
    if (recorder != nullptr) run.record(*recorder, result);
    return result;
}

void write_result_files(const SolveOptions& options, const SolvePlan&,
                        const SolveResult& result) {
    if (!options.out.empty())
        io::write_propagator(options.out, result.propagator);
}

std::int64_t SolveResult::iterations() const {
    std::int64_t sum = 0;
    for (const auto& source : sources) sum += source.iterations;
    return sum;
}

double SolveResult::seconds() const {
    double sum = 0;
    for (const auto& source : sources) sum += source.seconds;
    return sum;
}

double SolveResult::iterations_seconds() const {
    double sum = 0;
    for (const auto& source : sources) sum += source.iterations_seconds;
    return sum;
}

double SolveResult::worst_residual() const {
    double worst = 0;
    for (const auto& source : sources)
        worst = std::max(worst, source.true_residual);
    return worst;
}

}  // namespace tasuki::drivers

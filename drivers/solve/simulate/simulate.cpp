// `tasuki simulate solve`: `tasuki solve` on a machine that is not here.
#include <fmt/format.h>

#include "drivers/common/options.hpp"
#include "drivers/common/worker_names.hpp"
#include "drivers/simulate/simulation.hpp"
#include "drivers/solve/run.hpp"
#include "graphs/wilson/placement.hpp"
#include "io/print.hpp"
#include "runtime/core/clock.hpp"
#include "runtime/core/error.hpp"
#include "runtime/trace/trace.hpp"

namespace tasuki::drivers {

namespace {

using graphs::solver::Method, graphs::solver::WilsonSolver;
using graphs::wilson::Placement;

struct Options : SolveOptions {
    int iterations = 100;  ///< of each solution
};

void add_options(CLI::App& command, Options& o) {
    add_option(command, "--iterations", o.iterations, Range{1, 1'000'000},
               "number of iterations of each solution: a simulation has no "
               "residual that would end them");
    add_solve_options(command, o);
}

/// What is wrong by itself, and files of solutions.
void check(const Options& o) {
    check_options(o);
    check_not_written("--out", o.out, "propagator");
    check_not_written("--svg", o.svg, "correlator");
    check_not_written("--checkpoint", o.checkpoint, "solutions");
    if (o.iterations > o.max_iterations)
        throw runtime::UsageError(fmt::format(
            "--iterations {}: expected at most the {} of --max-iterations, "
            "found more",
            o.iterations, o.max_iterations));
}

class SimulatedSolve
    : public SimulatedExperiment<Options, SolvePlan, SolveResult> {
  public:
    using SimulatedExperiment::SimulatedExperiment;

    void run(runtime::Recorder* recorder) override;
    Json json() const override;
    trace::NameOfPart name_of_part() const override { return name_faces; }

  protected:
    void print_run() const override;
    std::vector<const char*> values() const override {
        return {"plaquette", "true_residual",  "resumed_sources",
                "axis",      "effective_mass", "pion"};
    }

  private:
    void time_sources(WilsonSolver& solver, const runtime::Ranks& ranks);
    void record(WilsonSolver& solver, runtime::Recorder& recorder);
};

void SimulatedSolve::run(runtime::Recorder* recorder) {
    const bool cpu_only =
        Placement::parse(options_.placement).name() == Placement::Name::cpu;
    const auto context_options = machine(options_, cpu_only, recorder);
    const auto cut = make_decomposition(plan_, *context_options.ranks);
    runtime::Context context{context_options};
    const auto placement = placement_of(options_, context, cut);
    const auto u = lattice::GaugeField::without_links(cut.local_region());
    WilsonSolver solver{context,
                        cut,
                        u,
                        even_odd_options(options_, placement),
                        options_.solver == "cg" ? Method::cg : Method::bicgstab,
                        inner_of(options_),
                        plan_.columns};
    result_.blocks = cut.grid();
    result_.ranks = cut.ranks().ranks;
    result_.placement = placement.to_string();
    result_.policy = context.policy();
    result_.workers = worker_names(context);
    result_.iteration_flops = solver.flops_per_iteration();
    context.statistics().reset();
    time_sources(solver, context.ranks());
    result_.phases = phases_of_ranks(context);
    if (recorder != nullptr) record(solver, *recorder);
}

/// As many at once, and as often, as the real command solves for them; the time
/// is that of the slowest rank.
void SimulatedSolve::time_sources(WilsonSolver& solver,
                                  const runtime::Ranks& ranks) {
    const int sources = plan_.sources.count();
    for (int first = 0, count = 0; first < sources; first += count) {
        count = std::min(plan_.columns, sources - first);
        for (int k = 0; k < options_.repetitions; ++k) {
            ranks.barrier();
            const auto own =
                solver.time_solution(options_.iterations, options_.tolerance);
            const double all = ranks.largest(own.all) / count;
            const double part = ranks.largest(own.iterations) / count;
            for (int c = 0; c < count; ++c) {
                result_.solution_seconds.push_back(all);
                result_.iteration_seconds.push_back(part / options_.iterations);
                if (k > 0) continue;
                result_.sources.push_back(
                    {plan_.sources.name(first + c), options_.iterations, 0, all,
                     part, graphs::solver::name_of(solver.inner())});
            }
        }
    }
}

void SimulatedSolve::record(WilsonSolver& solver, runtime::Recorder& recorder) {
    const trace::Window& w = options_.trace.window;
    const auto timed = [&](int iterations, int first) {
        const auto start = runtime::machine_nanoseconds();
        solver.iterate(iterations, first);
        return 1e-9 *
               static_cast<double>(runtime::machine_nanoseconds() - start) /
               iterations;
    };
    for (int k = 0; k < pairs(w, timed(1, 0)); ++k) {
        if (w.skipped() > 0) timed(w.skipped(), 0);
        result_.trace_cost.plain.push_back(timed(w.recorded(), 0));
        recorder.start();
        result_.trace_cost.recorded.push_back(timed(w.recorded(), w.skipped()));
        recorder.stop();
    }
}

void SimulatedSolve::print_run() const {
    io::print("Quark propagator on {}\n", gauge_name(options_));
    io::print("  lattice    {}, {}, {} in T\n",
              lattice::to_string(plan_.extents), action_name(options_),
              options_.bc_t);
    print_work(options_, plan_, result_);
    io::print(
        "  solver     {}, even-odd, {}: {} iterations of each source, as "
        "--iterations says\n",
        options_.solver, precision_name(options_), options_.iterations);
    print_time(result_);
    print_phases(result_.phases);
}

Json SimulatedSolve::json() const {
    auto j = SimulatedExperiment::json();
    j["simulated"]["iterations"] = options_.iterations;
    for (auto& source : j["sources"]) source.erase("true_residual");
    return j;
}

}  // namespace

void add_simulate_solve(CLI::App& group) {
    add_simulation<SimulatedSolve>(
        group, "solve", add_options, check,
        "The options are those of `tasuki solve`, and --iterations; what "
        "changes values only (--kappa, --source of a kind) changes no time. "
        "With --precision mixed there are as many refinements as --tolerance "
        "needs if each reduces the residual as it aims to.");
}

}  // namespace tasuki::drivers

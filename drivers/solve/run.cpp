#include "drivers/solve/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "drivers/common/progress.hpp"
#include "drivers/common/worker_names.hpp"
#include "drivers/solve/checkpoint.hpp"
#include "drivers/solve/failure.hpp"
#include "drivers/solve/gather.hpp"
#include "drivers/solve/links.hpp"
#include "drivers/solve/picture.hpp"
#include "drivers/solve/propagator_output.hpp"
#include "graphs/wilson/placement.hpp"
#include "graphs/wilson/split.hpp"
#include "io/atomic_file.hpp"
#include "io/propagator/scidac_propagator.hpp"
#include "runtime/core/error.hpp"
#include "runtime/mpi/ranks.hpp"
#include "runtime/trace/trace.hpp"

namespace tasuki::drivers {

namespace {

using graphs::solver::Method, graphs::solver::Outcome;
using graphs::solver::WilsonSolver;
using graphs::wilson::Decomposition, graphs::wilson::Placement;

class Run {
  public:
    Run(const SolveOptions& options, const SolvePlan& plan,
        runtime::Context& context, const Decomposition& cut,
        Placement placement, const lattice::GaugeField& u,
        SolveCheckpoint& checkpoint, const io::Propagator& propagator)
        : options_{options},
          plan_{plan},
          ranks_{context.ranks()},
          cut_{cut},
          region_{cut.local_region()},
          checkpoint_{checkpoint},
          output_{context, options.out, propagator, plan.sources.count(),
                  options.outputs_beside.value_or(1)},
          solver_{context,
                  cut,
                  u,
                  even_odd_options(options, placement),
                  options.solver == "cg" ? Method::cg : Method::bicgstab,
                  inner_of(options),
                  plan.columns} {}

    void solve_all(SolveResult& result) {
        const Sources& sources = plan_.sources;
        if (sources.kind != Sources::Kind::random)
            result.correlator.resize(plan_.extents[plan_.axis]);
        const auto& solved = checkpoint_.solved();
        result.resumed_sources = static_cast<int>(solved.size());
        for (const auto& column : solved) {
            add(column, result);
            if (!result.correlator.empty())
                drivers::add_to_correlator(part_of(column.x, region_),
                                           plan_.axis, from(),
                                           result.correlator);
        }
        const auto start = Clock::now();
        ProgressLine progress{"source",
                              static_cast<std::size_t>(sources.count())};
        for (int first = static_cast<int>(solved.size()), count = 0;
             first < sources.count(); first += count) {
            count = std::min(plan_.columns, sources.count() - first);
            auto columns = solve(first, count, progress);
            for (int more = 1; more < options_.repetitions; ++more) {
                for (const auto& column : columns) note(column, result);
                columns = solve(first, count, progress);
            }
            if (!result.correlator.empty()) solver_.submit_site_norms();
            for (int c = 0; c < count; ++c) {
                add(columns[c], result);
                add_to_correlator(c, result.correlator);
            }
            if (options_.out.empty() && options_.checkpoint.empty()) continue;
            for (int c = 0; c < count; ++c) {
                columns[c].x = gathered(solver_.state(c), cut_, ranks_);
                if (is_written_at_once())
                    write(std::move(columns[c]), progress);
            }
            if (!is_written_at_once()) checkpoint_.add(std::move(columns));
        }
        ranks_.sum(result.correlator);
        if (!options_.out.empty()) end_output(result, progress);
        const std::chrono::duration<double> spent = Clock::now() - start;
        result.times.with_outputs = spent.count();
        // A checkpoint may have had some of the iterations.
        if (!options_.checkpoint.empty()) result.times.counted = 0;
    }

    /// Iterations of the window, recorded and not, in turns.
    void record(runtime::Recorder& recorder, SolveResult& result) {
        const trace::Window& w = options_.trace.window;
        // Where the checkpoint had all solutions, no source is there yet.
        if (result.resumed_sources == plan_.sources.count())
            solver_.solve(
                sources_of(0, plan_.columns, made(0, plan_.columns), {}),
                {options_.tolerance, 1});
        const double each =
            ranks_.largest(result.iterations_seconds() /
                           static_cast<double>(
                               std::max<std::int64_t>(result.iterations(), 1)));
        const auto timed = [&](int iterations, int first) {
            const auto start = Clock::now();
            solver_.iterate(iterations, first);
            const std::chrono::duration<double> spent = Clock::now() - start;
            return spent.count() / iterations;
        };
        for (int k = 0; k < pairs(w, each); ++k) {
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
    using Column = io::PropagatorColumn;
    using Steps = std::vector<graphs::solver::Progress>;

    /// What progress says of waiting for --out.
    static constexpr const char* kFile = "the file";

    /// Solutions go to --out while others come to the host.
    bool is_written_at_once() const {
        return options_.checkpoint.empty() && !options_.out.empty() &&
               !io::is_scidac_name(options_.out);
    }
    /// All solutions are in the file then, or in the result for a SciDAC one.
    void end_output(SolveResult& result, ProgressLine& progress) {
        auto columns = checkpoint_.take_solved();
        if (io::is_scidac_name(options_.out)) {
            result.propagator.columns = std::move(columns);
            return;
        }
        for (auto& column : columns) write(std::move(column), progress);
        if (ranks_.is_first()) progress.show_waiting(kFile);
        result.file = output_.take();
        result.times.waiting_for_output = output_.waited();
    }
    void write(Column column, ProgressLine& progress) {
        if (!ranks_.is_first()) return;
        if (output_.is_full()) progress.show_waiting(kFile);
        output_.add(std::move(column));
    }
    /// Slice of the source.
    int from() const { return plan_.sources.at[plan_.axis]; }

    /// Sources that are no points or walls; none of others.
    std::vector<lattice::SpinorField> made(int first, int count) const {
        std::vector<lattice::SpinorField> b;
        for (int k = first; k < first + count; ++k)
            if (!plan_.sources.unit(k, plan_.extents))
                b.push_back(plan_.sources.make(k, region_));
        return b;
    }
    /// @param before  what the first of them start from
    std::vector<WilsonSolver::Source> sources_of(
        int first, int count, const std::vector<lattice::SpinorField>& made,
        const std::vector<Column>& before) const {
        std::vector<WilsonSolver::Source> sources;
        for (int c = 0; c < count; ++c) {
            const auto* start =
                c < static_cast<int>(before.size()) ? &before[c].x : nullptr;
            if (const auto unit = plan_.sources.unit(first + c, plan_.extents))
                sources.push_back({*unit, start});
            else
                sources.push_back({made[c], start});
        }
        return sources;
    }

    /// What is left of sources from `first` on, of which some have begun.
    std::vector<Column> solve(int first, int count, ProgressLine& progress) {
        auto before = checkpoint_.take_running();
        if (before.size() > static_cast<std::size_t>(count))
            before.erase(before.begin() + count, before.end());
        std::uint64_t done = 0;
        for (Column& column : before) {
            column.x = part_of(column.x, region_);
            done = std::max(done, column.iterations);
        }
        const auto start = Clock::now();
        // Of a source: an equal part of the time of all.
        const auto column_of = [&](int c, lattice::SpinorField x,
                                   const graphs::solver::Progress& now,
                                   double seconds, double in_iterations) {
            Column column{plan_.sources.name(first + c),
                          std::move(x),
                          static_cast<std::uint64_t>(now.iterations),
                          now.residual,
                          seconds / count,
                          in_iterations,
                          graphs::solver::name_of(solver_.inner())};
            if (c < static_cast<int>(before.size())) {
                column.iterations += before[c].iterations;
                column.seconds += before[c].seconds;
                column.iterations_seconds += before[c].iterations_seconds;
            }
            return column;
        };
        const auto spent = [&] {
            const std::chrono::duration<double> now = Clock::now() - start;
            return now.count();
        };
        const auto so_far = [&](const Steps& all) {
            std::vector<Column> columns;
            for (int c = 0; c < count; ++c)
                columns.push_back(
                    column_of(c, gathered(solver_.state(c), cut_, ranks_),
                              all[c], spent(), spent() / count));
            return columns;
        };
        const auto b = made(first, count);
        auto solutions = solver_.solve(
            sources_of(first, count, b, before),
            {options_.tolerance,
             std::max<std::int64_t>(
                 0, options_.max_iterations - static_cast<std::int64_t>(done))},
            [&](const Steps& all) {
                show(progress, first, count, all);
                const auto is_finite = [](const auto& step) {
                    return std::isfinite(step.residual);
                };
                if (std::ranges::all_of(all, is_finite))
                    checkpoint_.keep([&] { return so_far(all); });
            },
            WilsonSolver::Fetch::nothing);
        std::vector<Column> columns;
        for (int c = 0; c < count; ++c) {
            auto& s = solutions[c];
            if (s.convergence.outcome != Outcome::converged ||
                !(s.true_residual <= options_.tolerance)) {
                progress.clear();
                refuse_solution(options_, plan_.sources.name(first + c), s);
            }
            columns.push_back(column_of(
                c, std::move(s.x), {s.convergence.iterations, s.true_residual},
                spent(), s.convergence.seconds));
        }
        return columns;
    }

    /// The one that has furthest to go.
    void show(ProgressLine& progress, int first, int count,
              const Steps& all) const {
        if (!ranks_.is_first()) return;
        const auto last = std::max_element(all.begin(), all.begin() + count,
                                           [](const auto& a, const auto& b) {
                                               return a.residual < b.residual;
                                           });
        const auto name =
            plan_.sources.name(first + static_cast<int>(last - all.begin()));
        progress.show(static_cast<std::size_t>(first),
                      fmt::format("{}: {} iterations, residual {:.1e}", name,
                                  last->iterations, last->residual),
                      {output_.waited(), kFile});
    }

    /// The times of a solution.
    void note(const io::PropagatorColumn& column, SolveResult& result) {
        const auto iterations =
            static_cast<double>(std::max<std::uint64_t>(column.iterations, 1));
        result.solution_seconds.push_back(column.seconds);
        result.iteration_seconds.push_back(column.iterations_seconds /
                                           iterations);
        result.iteration_flops = solver_.flops_per_iteration();
        result.times.counted += iterations;
    }

    void add(const io::PropagatorColumn& column, SolveResult& result) {
        const auto iterations = static_cast<std::int64_t>(column.iterations);
        result.sources.push_back({column.name, iterations, column.true_residual,
                                  column.seconds, column.iterations_seconds,
                                  column.inner});
        note(column, result);
    }

    /// A solution that the solver has.
    void add_to_correlator(int column, std::vector<double>& correlator) const {
        if (correlator.empty()) return;
        // The solver counts slices from the lattice's first one.
        const auto extent = static_cast<int>(correlator.size());
        std::ranges::rotate(correlator, correlator.end() - from() % extent);
        solver_.add_slice_norms(column, plan_.axis, correlator);
        std::ranges::rotate(correlator, correlator.begin() + from() % extent);
    }

    const SolveOptions& options_;
    const SolvePlan& plan_;
    const runtime::Ranks& ranks_;
    const Decomposition& cut_;
    lattice::Region region_;
    SolveCheckpoint& checkpoint_;
    PropagatorOutput output_;
    WilsonSolver solver_;
};

}  // namespace

Placement placement_of(const SolveOptions& options, runtime::Context& context,
                       const Decomposition& cut) {
    const auto asked = Placement::parse(options.placement);
    if (asked.is_measured()) return asked;
    const auto measure = inner_of(options) == graphs::solver::Inner::none
                             ? graphs::wilson::measured_cpu_fraction<double, 18>
                             : graphs::wilson::measured_cpu_fraction<float, 12>;
    return Placement::split(measure(context, cut));
}

SolveResult run_planned(const SolveOptions& options, const SolvePlan& plan,
                        runtime::Recorder* recorder) {
    const runtime::Ranks& ranks = runtime::mpi_ranks();
    const auto cut = make_decomposition(plan, ranks);
    SolveLinks links{options, plan, cut, ranks};
    SolveCheckpoint checkpoint{options, plan, links.field(), cut, ranks};
    const bool cpu_only =
        Placement::parse(options.placement).name() == Placement::Name::cpu;
    runtime::Context context{machine(options, cpu_only, recorder)};
    const auto placement = placement_of(options, context, cut);
    SolveResult result{};
    result.blocks = cut.grid();
    result.ranks = cut.ranks().ranks;
    result.placement = placement.to_string();
    result.policy = context.policy();
    result.workers = worker_names(context);
    result.propagator = {
        gauge_name(options), links.plaquette(), options.kappa,
        options.csw,         options.mu,        options.bc_t,
        options.source,      options.solver,    options.tolerance};
    Run run{options,   plan,          context,    cut,
            placement, links.field(), checkpoint, result.propagator};
    context.statistics().reset();
    run.solve_all(result);
    result.times.computing = result.iterations_seconds();
    result.times.worked = worked_in(context);
    result.phases = phases_of_ranks(context);
    if (recorder != nullptr) run.record(*recorder, result);
    return result;
}

void write_result_files(const SolveOptions& options, const SolvePlan& plan,
                        const SolveResult& result) {
    if (!options.svg.empty())
        io::write_file(options.svg, pion_svg(options, result.correlator));
    if (result.file) result.file->commit();
    if (io::is_scidac_name(options.out))
        io::write_scidac_propagator(
            options.out, result.propagator, plan.sources.make(0, plan.extents),
            options.prop_format == "scalar" ? io::PropagatorRecords::scalar
                                            : io::PropagatorRecords::pairs);
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

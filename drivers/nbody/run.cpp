#include "drivers/nbody/run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <utility>

#include "drivers/common/fma_peak.hpp"
#include "drivers/common/worker_names.hpp"
#include "drivers/experiment/steps/stepper.hpp"
#include "drivers/nbody/output.hpp"
#include "graphs/nbody/simulation.hpp"
#include "io/atomic_file.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

using graphs::nbody::Potential, graphs::nbody::Precision,
    graphs::nbody::Simulation;

Precision precision_of(const std::string& name) {
    if (name == "single") return Precision::single;
    return name == "mixed" ? Precision::mixed : Precision::double_;
}

/// Of the workers of all ranks that compute [flop/s].
double peak_of(runtime::Context& context, graphs::Share share,
               bool double_precision) {
    double sum[] = {0};
    for (const WorkerPeak& peak : measure_fma_peaks(context, double_precision))
        if (share.uses(peak.worker.kind)) sum[0] += peak.median;
    context.ranks().sum(sum);
    return sum[0];
}

class Run {
  public:
    Run(const NbodyOptions& options, const NbodyPlan& plan,
        runtime::Context& context, runtime::Recorder* recorder)
        : plan_{plan},
          context_{context},
          simulation_{context, plan.begin.bodies,
                      simulation_options(options, plan)},
          state_{plan.begin},
          snapshots_{!options.out.empty()},
          prints_{options.json != "-" && context.ranks().is_first()},
          stepper_{options,         plan,
                   context,         recorder,
                   kMostStepsAhead, RunFiles::at_once(options)} {
        state_.bodies = {};  // the simulation has them
        if (context.ranks().is_first()) files_.emplace(options, plan);
    }

    /// The line of a step and its files are made while the next steps run.
    void all(NbodyResult& result) {
        begin(result);
        std::uint64_t step = plan_.first_step;
        while (step < plan_.last_step) {
            auto next = step;
            step = stepper_.advance(
                step,
                [&](double dt) {
                    simulation_.submit_step(dt, plan_.is_output(++next)
                                                    ? Potential::now
                                                    : Potential::later);
                },
                [&] { return finish(result); });
            stepper_.show(step, note_);
            keep(step, plan_.is_output(step));
            if (!outputs_.are_beside() || stepper_.is_asked_to_end(step))
                finish(result);
            stepper_.end_if_asked(step);
            if (plan_.is_output(step) && step < plan_.last_step)
                balance(result);
        }
        finish(result);
        outputs_.wait();
        result.times = stepper_.times();
        if (files_) {
            files_->film(state_);
            result.snapshots = files_->snapshots();
        }
        result.seconds = stepper_.seconds();
        result.trace_cost = stepper_.trace_cost();
        result.interactions = simulation_.interactions();
        result.cpu_fraction = simulation_.cpu_fraction();
        result.variant = simulation_.variant();
    }

  private:
    /// An output that is kept, and not yet printed and written.
    struct Kept {
        std::uint64_t step;
        bool line, snapshot, checkpoint;
    };

    void begin(NbodyResult& result) {
        const auto sums = simulation_.sums();
        if (!plan_.resumed) state_.start = sums;
        result.start = state_.start;
        if (prints_) {
            print_problem(plan_);
            print_table_head();
            for (const auto& line : state_.table)
                print_table_line(line, result.start);
        }
        const auto step = plan_.first_step;
        if (plan_.is_output(step)) add_sums(step, sums, result);
        keep(step, false);  // its line is there
        if (!outputs_.are_beside()) finish(result);
    }

    /// Submits what keeps the sums for a line, and the bodies for files.
    void keep(std::uint64_t step, bool line) {
        const bool snapshot = snapshots_ && plan_.is_output(step);
        const bool checkpoint = stepper_.is_checkpoint(step);
        if (line) simulation_.keep_sums();
        if (snapshot || checkpoint) simulation_.keep_bodies();
        if (line || snapshot || checkpoint)
            kept_ = Kept{step, line, snapshot, checkpoint};
    }

    /// Prints and writes what is kept; false: there is nothing.
    bool finish(NbodyResult& result) {
        if (!kept_) return false;
        const Kept kept = *std::exchange(kept_, {});
        if (kept.line) add_sums(kept.step, simulation_.kept_sums(), result);
        if (kept.snapshot || kept.checkpoint) write(kept);
        return true;
    }

    /// Speeds change when others use the machine too; to look at them may take
    /// a fiftieth of the time.
    void balance(NbodyResult& result) {
        if (!simulation_.may_move() || stepper_.spent() < balance_from_) return;
        finish(result);  // bodies that move lose what is kept
        const auto begin = runtime::machine_nanoseconds();
        simulation_.balance();
        const double took =
            1e-9 * static_cast<double>(runtime::machine_nanoseconds() - begin);
        // The same on all ranks, as the time of the steps is.
        balance_from_ = stepper_.spent() + 50 * context_.ranks().largest(took);
    }

    void add_sums(std::uint64_t step, const nbody::Sums& sums,
                  NbodyResult& result) {
        result.last = {static_cast<double>(step), plan_.time(step), sums};
        if (!std::isfinite(sums.energy()))
            throw runtime::NumericsError(fmt::format(
                "the energy after step {} (time {:g}) is {}: the step is too "
                "long, or the numbers too large for {} precision",
                step, result.last.time, sums.energy(), state_.precision));
        // A tenth of it is more than any use of the bodies bears.
        constexpr double bearable = 0.1;
        const double scale = state_.start.kinetic - state_.start.potential;
        const double change = sums.energy() - state_.start.energy();
        if (std::abs(change) > bearable * scale)
            throw runtime::NumericsError(fmt::format(
                "the energy after step {} (time {:g}) has changed by {:.2g}, "
                "of "
                "{:.2g} kinetic and {:.2g} potential at the start: the step of "
                "{:g} is too long",
                step, result.last.time, change, state_.start.kinetic,
                state_.start.potential, state_.clock.dt));
        note_ = fmt::format("energy error {:.1e}",
                            energy_error(sums, result.start));
        if (!add_line(state_.table, result.last) || !prints_) return;
        stepper_.clear();
        print_table_line(result.last, result.start);
        io::flush_stdout();
    }

    void write(const Kept& kept) {
        auto bodies = simulation_.kept_bodies();
        if (!files_) return;
        const auto step = kept.step;
        state_.step = step;
        state_.time = plan_.time(step);
        // Times behind a step that was cut short are counted from there.
        if (state_.time != state_.clock.time(step))
            state_.clock = state_.clock.restarted(step, state_.time);
        const auto state = std::make_shared<io::Snapshot>(state_);
        state->bodies = std::move(bodies);
        // A run that goes on from it has all outputs before.
        if (kept.checkpoint) outputs_.wait();
        outputs_.add(files_->output(state, {kept.snapshot, kept.checkpoint}));
    }

    const NbodyPlan& plan_;
    runtime::Context& context_;
    Simulation simulation_;
    io::Snapshot state_;
    bool snapshots_, prints_;
    std::optional<NbodyFiles> files_;  // on the first rank
    Stepper stepper_;                  // its outputs use them
    Outputs& outputs_ = stepper_.outputs();
    std::optional<Kept> kept_;
    double balance_from_ = 0;  ///< time spent in steps [s]
    std::string note_;
};

}  // namespace

graphs::nbody::SimulationOptions simulation_options(const NbodyOptions& options,
                                                    const NbodyPlan& plan) {
    return {.precision = precision_of(plan.begin.precision),
            .eps = plan.begin.eps,
            .gravity = plan.begin.gravity,
            .share = graphs::Share::parse(options.placement),
            .variant = options.variant};
}

NbodyResult run_planned(const NbodyOptions& options, const NbodyPlan& plan,
                        runtime::Recorder* recorder) {
    const auto share = graphs::Share::parse(options.placement);
    runtime::Context context{machine(options, share, recorder)};
    graphs::check_share(context, share);
    NbodyResult result;
    result.bodies = plan.begin.bodies.size();
    result.policy = context.policy();
    result.workers = worker_names(context);
    result.placement = options.placement;
    Run{options, plan, context, recorder}.all(result);
    result.times.worked = worked_in(context);
    if (result.seconds.empty()) return result;
    context.ranks().barrier();  // ranks of one machine share its CPUs
    result.peak_flops =
        peak_of(context, share, plan.begin.precision == "double");
    return result;
}

double NbodyResult::interactions_per_second() const {
    return interactions / median_seconds();
}

double NbodyResult::tflops_22() const {
    constexpr double kFlopsOfInteraction = 22;  // as the paper counts
    return 1e-12 * kFlopsOfInteraction * interactions_per_second();
}

double energy_error(const nbody::Sums& now, const nbody::Sums& start) {
    const double change = now.energy() - start.energy();
    return change == 0 ? 0 : change / std::abs(start.energy());
}

double distance(const nbody::Vector& a, const nbody::Vector& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

}  // namespace tasuki::drivers

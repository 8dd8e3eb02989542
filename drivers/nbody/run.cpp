#include "drivers/nbody/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "drivers/common/fma_peak.hpp"
#include "drivers/common/machine_options.hpp"
#include "drivers/common/progress.hpp"
#include "drivers/common/recorded_steps.hpp"
#include "drivers/common/worker_names.hpp"
#include "drivers/nbody/output.hpp"
#include "drivers/nbody/report.hpp"
#include "graphs/nbody/simulation.hpp"
#include "io/atomic_file.hpp"
#include "runtime/error.hpp"
#include "runtime/median.hpp"
#include "runtime/trace_label.hpp"

namespace tasuki::drivers {

namespace {

using Clock = std::chrono::steady_clock;
using graphs::nbody::Precision, graphs::nbody::Simulation;

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
    Run(const NbodyOptions& options, NbodyPlan& plan, runtime::Context& context,
        runtime::Recorder* recorder)
        : plan_{plan},
          context_{context},
          simulation_{context,
                      plan.begin.bodies,
                      {.precision = precision_of(plan.begin.precision),
                       .eps = plan.begin.eps,
                       .gravity = plan.begin.gravity,
                       .share = graphs::Share::parse(options.placement),
                       .variant = options.variant}},
          state_{plan.begin},
          snapshots_{!options.out.empty()},
          checkpoints_{!options.checkpoint.empty()},
          prints_{options.json != "-" && context.ranks().is_first()},
          record_{options.trace.window, plan.steps(), recorder},
          progress_{"step", plan.steps()} {
        if (context.ranks().is_first()) output_.emplace(options, plan);
    }

    void all(NbodyResult& result) {
        begin(result);
        std::uint64_t step = plan_.begin.step;
        while (step < plan_.last_step) {
            step = advance(step, result);
            if (context_.ranks().is_first())
                progress_.show(step - plan_.begin.step, note_);
            if (plan_.is_output(step)) keep(step, simulation_.sums(), result);
            if (needs_bodies(step)) write(step);
            // Speeds change, as others come and go on a machine.
            if (plan_.is_output(step) && step < plan_.last_step)
                simulation_.balance();
        }
        if (output_) {
            output_->write_film();
            result.snapshots = output_->snapshots();
        }
        result.trace_cost = record_.cost();
        result.interactions = simulation_.interactions();
        result.cpu_fraction = simulation_.cpu_fraction();
        result.variant = simulation_.variant();
    }

  private:
    void begin(NbodyResult& result) {
        const auto sums = simulation_.sums();
        if (!plan_.resumed) state_.start = sums;
        result.start = state_.start;
        if (prints_) print_table_head(plan_);
        keep(plan_.begin.step, sums, result);
        if (needs_bodies(plan_.begin.step)) write(plan_.begin.step);
    }

    /// Submits steps up to the next at which the host has something to do, or
    /// so many that a wait does not count; returns after the last of them.
    std::uint64_t advance(std::uint64_t step, NbodyResult& result) {
        const auto done = step - plan_.begin.step;
        record_.begin(done);
        const auto stop =
            plan_.begin.step +
            record_.stop(done, next_stop(step) - plan_.begin.step);
        const auto steps = static_cast<double>(stop - step);
        context_.ranks().barrier();
        const auto begin = Clock::now();
        while (step < stop) {
            std::optional<runtime::TraceIteration> numbered;
            const auto number = step - plan_.begin.step;
            if (record_.holds(number))
                numbered.emplace(static_cast<int>(number));
            simulation_.submit_step(plan_.dt(++step));
        }
        context_.wait();
        const std::chrono::duration<double> mine = Clock::now() - begin;
        const double seconds = context_.ranks().largest(mine.count());
        record_.end(stop - plan_.begin.step, seconds);
        each_ = seconds / steps;
        // The first one computes the accelerations of the beginning too.
        if (is_first_) result.seconds.clear();
        is_first_ = done == 0;
        result.seconds.push_back(each_);
        return stop;
    }

    std::uint64_t next_stop(std::uint64_t step) const {
        constexpr double kStretch = 0.2;  // [s]
        constexpr double kMost = 256;     // steps: a few kB each
        const double steps =
            each_ > 0 ? std::clamp(kStretch / each_, 1.0, kMost) : 1;
        auto stop = std::min(step + static_cast<std::uint64_t>(steps),
                             plan_.next_output(step));
        if (checkpoints_)
            stop = std::min(stop, (step / plan_.checkpoint_every + 1) *
                                      plan_.checkpoint_every);
        return stop;
    }

    void keep(std::uint64_t step, const nbody::Sums& sums,
              NbodyResult& result) {
        result.last = {step, plan_.time(step), sums};
        if (!std::isfinite(sums.energy()))
            throw runtime::NumericsError(fmt::format(
                "the energy after step {} (time {:g}) is {}: the step is too "
                "long, or the numbers too large for {} precision",
                step, result.last.time, sums.energy(), state_.precision));
        note_ = fmt::format("energy error {:.1e}",
                            energy_error(sums, result.start));
        if (!prints_) return;
        progress_.clear();
        print_table_line(result.last, result.start);
        io::flush_stdout();
    }

    bool needs_bodies(std::uint64_t step) const {
        return (snapshots_ && plan_.is_output(step)) ||
               (checkpoints_ && step > plan_.begin.step &&
                plan_.is_checkpoint(step));
    }

    void write(std::uint64_t step) {
        auto bodies = simulation_.collect();
        if (!output_) return;
        state_.bodies = std::move(bodies);
        state_.step = step;
        state_.time = plan_.time(step);
        // Times behind a step that was cut short are counted from there.
        if (state_.time != state_.clock.time(step))
            state_.clock = state_.clock.restarted(step, state_.time);
        if (snapshots_ && plan_.is_output(step))
            output_->write_snapshot(state_);
        if (checkpoints_ && plan_.is_checkpoint(step))
            output_->write_checkpoint(state_);
    }

    const NbodyPlan& plan_;
    runtime::Context& context_;
    Simulation simulation_;
    io::Snapshot state_;
    bool snapshots_, checkpoints_, prints_;
    std::optional<NbodyOutput> output_;  // on the first rank
    RecordedSteps record_;
    ProgressLine progress_;
    std::string note_;
    double each_ = 0;  // of the last stretch [s]
    bool is_first_ = false;
};

}  // namespace

NbodyResult run_nbody(const NbodyOptions& options, NbodyPlan plan,
                      runtime::Recorder* recorder) {
    const auto share = graphs::Share::parse(options.placement);
    auto asked = machine(options, share, recorder);
    asked.calibrate = options.calibrate;
    runtime::Context context{asked};
    graphs::check_share(context, share);
    NbodyResult result;
    result.bodies = plan.begin.bodies.size();
    result.policy = context.policy();
    result.workers = worker_names(context);
    result.placement = options.placement;
    Run{options, plan, context, recorder}.all(result);
    if (result.seconds.empty()) return result;
    context.ranks().barrier();  // ranks of one machine share its CPUs
    result.peak_flops =
        peak_of(context, share, plan.begin.precision == "double");
    return result;
}

double NbodyResult::median_seconds() const {
    return runtime::median(seconds);
}

double NbodyResult::interactions_per_second() const {
    return interactions / median_seconds();
}

double NbodyResult::tflops_22() const {
    constexpr double kFlopsOfInteraction = 22;  // as the paper counts
    return 1e-12 * kFlopsOfInteraction * interactions_per_second();
}

double energy_error(const nbody::Sums& now, const nbody::Sums& start) {
    return (now.energy() - start.energy()) / std::abs(start.energy());
}

double distance(const nbody::Vector& a, const nbody::Vector& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

}  // namespace tasuki::drivers

#include "drivers/sphere/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "codelets/sphere/fourier_plans.hpp"
#include "drivers/common/machine_options.hpp"
#include "drivers/common/progress.hpp"
#include "drivers/common/recorded_steps.hpp"
#include "drivers/common/worker_names.hpp"
#include "drivers/sphere/output.hpp"
#include "drivers/sphere/report.hpp"
#include "graphs/sphere/flow/barotropic.hpp"
#include "io/atomic_file.hpp"
#include "runtime/error.hpp"
#include "runtime/median.hpp"
#include "runtime/trace_label.hpp"

namespace tasuki::drivers {

namespace {

using Clock = std::chrono::steady_clock;
using graphs::sphere::Barotropic;

class Run {
  public:
    Run(const SphereOptions& options, const SpherePlan& plan,
        runtime::Context& context, runtime::Recorder* recorder)
        : plan_{plan},
          context_{context},
          flow_{context,
                {.degrees = plan.begin.degrees,
                 .rotation = plan.begin.rotation,
                 .damping = plan.begin.damping,
                 .share = graphs::Share::parse(options.placement)}},
          state_{plan.begin},
          snapshots_{!options.out.empty()},
          checkpoints_{!options.checkpoint.empty()},
          prints_{options.json != "-" && context.ranks().is_first()},
          record_{options.trace.window, plan.steps(), recorder},
          progress_{"step", plan.steps()} {
        flow_.set_vorticity(plan.begin.vorticity);
        if (context.ranks().is_first())
            output_.emplace(options, plan, flow_.grid());
    }

    void all(SphereResult& result) {
        result.grid = flow_.grid();
        if (prints_) print_table_head(plan_, flow_.grid());
        std::uint64_t step = plan_.begin.step;
        keep(step, result);
        write(step);
        while (step < plan_.last_step) {
            step = advance(step, result);
            if (context_.ranks().is_first())
                progress_.show(step - plan_.begin.step, note_);
            if (plan_.is_output(step)) keep(step, result);
            write(step);
        }
        if (output_) {
            output_->write_film();
            result.snapshots = output_->snapshots();
        }
        result.cpu_fraction = flow_.cpu_fraction();
        result.trace_cost = record_.cost();
    }

  private:
    /// Submits steps up to the next at which the host has something to do, or
    /// so many that a wait does not count; returns after the last of them.
    std::uint64_t advance(std::uint64_t step, SphereResult& result) {
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
            flow_.submit_step(plan_.dt(++step));
        }
        context_.wait();
        const std::chrono::duration<double> mine = Clock::now() - begin;
        const double seconds = context_.ranks().largest(mine.count());
        record_.end(stop - plan_.begin.step, seconds);
        each_ = seconds / steps;
        // The first one makes plans of transforms and their memory, too.
        if (was_first_) result.seconds.clear();
        was_first_ = done == 0;
        result.seconds.push_back(each_);
        return stop;
    }

    std::uint64_t next_stop(std::uint64_t step) const {
        constexpr double kStretch = 0.2;  // [s]
        constexpr double kMost = 64;      // steps: some hundred tasks each
        const double steps =
            each_ > 0 ? std::clamp(kStretch / each_, 1.0, kMost) : 1;
        auto stop = std::min(step + static_cast<std::uint64_t>(steps),
                             plan_.next_output(step));
        if (checkpoints_)
            stop = std::min(stop, (step / plan_.checkpoint_every + 1) *
                                      plan_.checkpoint_every);
        return stop;
    }

    void keep(std::uint64_t step, SphereResult& result) {
        const auto sums = flow_.sums();
        const double m = plan_.begin.degrees;
        const double cfl = flow_.strongest_wind() * plan_.begin.clock.dt *
                           std::sqrt(m * (m + 1));
        result.last = {step,
                       plan_.time(step),
                       sums.energy,
                       sums.enstrophy,
                       sums.angular_momentum,
                       cfl,
                       each_ > 0 ? 1 / each_ : 0};
        result.largest_cfl = std::max(result.largest_cfl, cfl);
        if (!std::isfinite(sums.energy) || !std::isfinite(sums.enstrophy) ||
            !std::isfinite(cfl))
            throw runtime::NumericsError(fmt::format(
                "the energy after step {} (day {:g}) is {}: the step of {:g} "
                "is too long",
                step, result.last.time, sums.energy, plan_.begin.clock.dt));
        note_ =
            fmt::format("energy {:+.1e}, CFL {:.2f}",
                        drift_of(sums.energy, plan_.begin.start_energy), cfl);
        if (!prints_) return;
        progress_.clear();
        print_table_line(result.last, plan_.begin);
        io::flush_stdout();
    }

    void write(std::uint64_t step) {
        const bool snapshot = snapshots_ && plan_.is_output(step);
        const bool checkpoint = checkpoints_ && step > plan_.begin.step &&
                                plan_.is_checkpoint(step);
        if (!snapshot && !checkpoint) return;
        auto vorticity = flow_.vorticity();
        std::vector<double> field;
        if (snapshot) field = flow_.vorticity_on_grid();
        if (!output_) return;
        state_.vorticity = std::move(vorticity);
        state_.step = step;
        state_.time = plan_.time(step);
        // Times behind a step that was cut short are counted from there.
        if (state_.time != state_.clock.time(step))
            state_.clock = state_.clock.restarted(step, state_.time);
        state_.plans = sphere::fourier_plans();
        if (snapshot) output_->write_snapshot(state_, field);
        if (checkpoint) output_->write_checkpoint(state_);
    }

    const SpherePlan& plan_;
    runtime::Context& context_;
    Barotropic flow_;
    io::FlowSnapshot state_;
    bool snapshots_, checkpoints_, prints_;
    std::optional<SphereOutput> output_;  // on the first rank
    RecordedSteps record_;
    ProgressLine progress_;
    std::string note_;
    double each_ = 0;  // of the last stretch [s]
    bool was_first_ = false;
};

}  // namespace

SphereResult run_sphere(const SphereOptions& options, const SpherePlan& plan,
                        runtime::Recorder* recorder) {
    const auto share = graphs::Share::parse(options.placement);
    auto asked = machine(options, share, recorder);
    asked.calibrate = options.calibrate;
    runtime::Context context{asked};
    graphs::check_share(context, share);
    if (plan.resumed) sphere::use_fourier_plans(plan.begin.plans);
    SphereResult result;
    result.policy = context.policy();
    result.workers = worker_names(context);
    result.placement = options.placement;
    Run{options, plan, context, recorder}.all(result);
    return result;
}

double SphereResult::median_seconds() const {
    return runtime::median(seconds);
}

double drift_of(double now, double start) {
    return start == 0 ? now : now / start - 1;
}

}  // namespace tasuki::drivers

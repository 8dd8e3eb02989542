#include "drivers/sphere/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "codelets/sphere/fourier_plans.hpp"
#include "drivers/common/worker_names.hpp"
#include "drivers/experiment/steps/stepper.hpp"
#include "drivers/sphere/output.hpp"
#include "graphs/sphere/flow/barotropic.hpp"
#include "io/atomic_file.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::drivers {

namespace {

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
          prints_{options.json != "-" && context.ranks().is_first()},
          stepper_{options,         plan,
                   context,         recorder,
                   kMostStepsAhead, RunFiles::at_once(options)} {
        flow_.set_vorticity(plan.begin.vorticity);
        state_.vorticity = {};  // the flow has it
        if (context.ranks().is_first())
            files_.emplace(options, plan, flow_.grid());
    }

    /// The line of a step and its files are made while the next steps run.
    void all(SphereResult& result) {
        result.grid = flow_.grid();
        begin(result);
        std::uint64_t step = plan_.first_step;
        while (step < plan_.last_step) {
            step = stepper_.advance(
                step, [&](double dt) { flow_.submit_step(dt); },
                [&] { return finish(result); });
            stepper_.show(step, note_);
            keep(step);
            if (!outputs_.are_beside() || stepper_.is_asked_to_end(step))
                finish(result);
            stepper_.end_if_asked(step);
        }
        finish(result);
        outputs_.wait();
        result.times = stepper_.times();
        if (files_) {
            files_->film(state_);
            result.snapshots = files_->snapshots();
        }
        result.seconds = stepper_.seconds();
        result.cpu_fraction = flow_.cpu_fraction();
        result.trace_cost = stepper_.trace_cost();
    }

  private:
    /// A step has some hundred tasks.
    static constexpr std::uint64_t kMostStepsAhead = 64;

    /// An output that is kept, and not yet printed and written.
    struct Kept {
        std::uint64_t step;
        bool line, snapshot, checkpoint;
        double speed;  ///< of the steps before, if there are any [1/s]
    };

    void begin(SphereResult& result) {
        if (prints_) print_table_head(plan_, flow_.grid());
        for (const auto& line : state_.table) {
            if (prints_) print_table_line(line, plan_.begin);
            result.largest_cfl = std::max(result.largest_cfl, line.cfl);
        }
        keep(plan_.first_step);
        if (!outputs_.are_beside()) finish(result);
    }

    /// Submits what keeps the state for a line and for files.
    void keep(std::uint64_t step) {
        const bool line = plan_.is_output(step);
        const bool checkpoint = stepper_.is_checkpoint(step);
        if (line)
            flow_.keep_fields();
        else if (checkpoint)
            flow_.keep_vorticity();
        else
            return;
        kept_ = Kept{step, line, line && snapshots_, checkpoint,
                     stepper_.last() > 0 ? 1 / stepper_.last() : 0};
    }

    /// Prints and writes what is kept; false: there is nothing.
    bool finish(SphereResult& result) {
        if (!kept_) return false;
        const Kept kept = *std::exchange(kept_, {});
        if (kept.line) add_line_of(kept, result);
        if (kept.snapshot || kept.checkpoint) write(kept);
        return true;
    }

    void add_line_of(const Kept& kept, SphereResult& result) {
        const auto step = kept.step;
        const auto sums = flow_.kept_sums();
        const double m = plan_.begin.degrees;
        const double cfl = flow_.kept_strongest_wind() * plan_.begin.clock.dt *
                           std::sqrt(m * (m + 1));
        result.last = {static_cast<double>(step),
                       plan_.time(step),
                       sums.energy,
                       sums.enstrophy,
                       sums.angular_momentum,
                       cfl,
                       kept.speed};
        result.largest_cfl = std::max(result.largest_cfl, cfl);
        if (!std::isfinite(sums.energy) || !std::isfinite(sums.enstrophy) ||
            !std::isfinite(cfl))
            throw runtime::NumericsError(fmt::format(
                "the energy after step {} (day {:g}) is {}: the step of {:g} "
                "is too long",
                step, result.last.time, sums.energy, plan_.begin.clock.dt));
        check_stability(step, cfl, result.last);
        note_ =
            fmt::format("energy {:+.1e}, CFL {:.2f}",
                        drift_of(sums.energy, plan_.begin.start_energy), cfl);
        if (!add_line(state_.table, result.last) || !prints_) return;
        stepper_.clear();
        print_table_line(result.last, plan_.begin);
        io::flush_stdout();
    }

    /// The method is stable up to a CFL of 2.8, and nothing in these equations
    /// makes the enstrophy grow.
    void check_stability(std::uint64_t step, double cfl,
                         const io::FlowLine& line) {
        constexpr double greatest_cfl = 2.8, rounding = 0.01;
        const double dt = plan_.begin.clock.dt;
        if (cfl > greatest_cfl && context_.ranks().is_first() &&
            !std::exchange(warned_, true))
            runtime::logger().warn(
                "CFL {:.2f} at step {}: above {} the method is unstable; --dt "
                "{:.3g} would be short enough",
                cfl, step, greatest_cfl, dt * greatest_cfl / cfl / 1.2);
        const double start = plan_.begin.start_enstrophy;
        if (line.enstrophy > (1 + rounding) * start)
            throw runtime::NumericsError(fmt::format(
                "the enstrophy after step {} (day {:g}) is {:g}, above the "
                "{:g} "
                "of the start: the step of {:g} is too long (CFL {:.2f})",
                step, line.time, line.enstrophy, start, dt, cfl));
    }

    void write(const Kept& kept) {
        auto vorticity = flow_.kept_vorticity();
        std::vector<double> field;
        if (kept.snapshot) field = flow_.kept_vorticity_on_grid();
        if (!files_) return;
        const auto step = kept.step;
        state_.step = step;
        state_.time = plan_.time(step);
        // Times behind a step that was cut short are counted from there.
        if (state_.time != state_.clock.time(step))
            state_.clock = state_.clock.restarted(step, state_.time);
        state_.plans = sphere::fourier_plans();
        const auto state = std::make_shared<SphereFiles::State>(
            SphereFiles::State{state_, std::move(field)});
        state->vorticity = std::move(vorticity);
        // A run that goes on from it has all outputs before.
        if (kept.checkpoint) outputs_.wait();
        outputs_.add(files_->output(state, {kept.snapshot, kept.checkpoint}));
    }

    const SpherePlan& plan_;
    runtime::Context& context_;
    Barotropic flow_;
    io::FlowSnapshot state_;
    bool snapshots_, prints_;
    std::optional<SphereFiles> files_;  // on the first rank
    Stepper stepper_;                   // its outputs use them
    Outputs& outputs_ = stepper_.outputs();
    std::optional<Kept> kept_;
    std::string note_;
    bool warned_ = false;
};

}  // namespace

SphereResult run_planned(const SphereOptions& options, const SpherePlan& plan,
                         runtime::Recorder* recorder) {
    const auto share = graphs::Share::parse(options.placement);
    runtime::Context context{machine(options, share, recorder)};
    graphs::check_share(context, share);
    if (plan.resumed) sphere::use_fourier_plans(plan.begin.plans);
    SphereResult result;
    result.policy = context.policy();
    result.workers = worker_names(context);
    result.placement = options.placement;
    Run{options, plan, context, recorder}.all(result);
    result.times.worked = worked_in(context);
    return result;
}

double drift_of(double now, double start) {
    return start == 0 ? now : now / start - 1;
}

}  // namespace tasuki::drivers

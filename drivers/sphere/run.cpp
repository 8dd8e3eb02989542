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
#include "runtime/core/background.hpp"
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
          output_{context, RunFiles::at_once(options)},
          // A step has some hundred tasks.
          stepper_{options, plan, context, recorder, 64} {
        flow_.set_vorticity(plan.begin.vorticity);
        state_.vorticity = {};  // the flow has it
        if (context.ranks().is_first())
            files_.emplace(options, plan, flow_.grid());
    }

    void all(SphereResult& result) {
        result.grid = flow_.grid();
        begin(result);
        std::uint64_t step = plan_.first_step;
        while (step < plan_.last_step) {
            step = stepper_.advance(step,
                                    [&](double dt) { flow_.submit_step(dt); });
            stepper_.show(step, note_);
            if (plan_.is_output(step)) keep(step, result);
            write(step);
            stepper_.end_if_asked(step, output_);
        }
        output_.wait();
        result.times = stepper_.times(output_);
        if (files_) {
            files_->film(state_);
            result.snapshots = files_->snapshots();
        }
        result.seconds = stepper_.seconds();
        result.cpu_fraction = flow_.cpu_fraction();
        result.trace_cost = stepper_.trace_cost();
    }

  private:
    void begin(SphereResult& result) {
        if (prints_) print_table_head(plan_, flow_.grid());
        for (const auto& line : state_.table) {
            if (prints_) print_table_line(line, plan_.begin);
            result.largest_cfl = std::max(result.largest_cfl, line.cfl);
        }
        const auto step = plan_.first_step;
        if (plan_.is_output(step)) keep(step, result);
        write(step);
    }

    void keep(std::uint64_t step, SphereResult& result) {
        const auto sums = flow_.sums();
        const double m = plan_.begin.degrees;
        const double cfl = flow_.strongest_wind() * plan_.begin.clock.dt *
                           std::sqrt(m * (m + 1));
        result.last = {static_cast<double>(step),
                       plan_.time(step),
                       sums.energy,
                       sums.enstrophy,
                       sums.angular_momentum,
                       cfl,
                       stepper_.last() > 0 ? 1 / stepper_.last() : 0};
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

    void write(std::uint64_t step) {
        const bool snapshot = snapshots_ && plan_.is_output(step);
        const bool checkpoint = stepper_.is_checkpoint(step);
        if (!snapshot && !checkpoint) return;
        auto vorticity = flow_.vorticity();
        std::vector<double> field;
        if (snapshot) field = flow_.vorticity_on_grid();
        if (!files_) return;
        state_.step = step;
        state_.time = plan_.time(step);
        // Times behind a step that was cut short are counted from there.
        if (state_.time != state_.clock.time(step))
            state_.clock = state_.clock.restarted(step, state_.time);
        state_.plans = sphere::fourier_plans();
        const auto state = std::make_shared<io::FlowSnapshot>(state_);
        state->vorticity = std::move(vorticity);
        // A run that goes on from it has all outputs before.
        if (checkpoint) output_.wait();
        output_.add("output", files_->output(state, std::move(field),
                                             {snapshot, checkpoint}));
    }

    const SpherePlan& plan_;
    runtime::Context& context_;
    Barotropic flow_;
    io::FlowSnapshot state_;
    bool snapshots_, prints_;
    std::optional<SphereFiles> files_;  // on the first rank
    runtime::Background output_;        // uses them
    Stepper stepper_;
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

// Drives a run step by step: many steps in flight, waits only where the host
// has something to do or lets it do that beside the next steps, times, and
// records what --trace asks for.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "drivers/common/progress.hpp"
#include "drivers/common/recorded_steps.hpp"
#include "drivers/common/time_spent.hpp"
#include "drivers/experiment/steps/outputs.hpp"
#include "drivers/experiment/steps/step_plan.hpp"
#include "io/interrupt.hpp"
#include "runtime/core/clock.hpp"
#include "runtime/core/context.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/statistics.hpp"
#include "runtime/trace/trace_label.hpp"

namespace tasuki::drivers {

class Stepper {
  public:
    /// @param most  steps in flight: their tasks take memory
    /// @param outputs_at_once  see Outputs
    Stepper(const StepOptions& options, const StepPlan& plan,
            runtime::Context& context, runtime::Recorder* recorder,
            std::uint64_t most, std::size_t outputs_at_once)
        : plan_{plan},
          context_{context},
          checkpoint_{options.checkpoint},
          most_{most},
          record_{options.trace.window, plan.steps(), recorder},
          progress_{"step", plan.steps()},
          outputs_{context, outputs_at_once, progress_} {
        if (!checkpoint_.empty()) signals_.emplace();
    }

    /// Calls submit(dt) for the steps after `step` up to the next at which the
    /// host has something to do, or until 0.2 s of them are in flight; returns
    /// the last one when it has ended.
    template <class Submit>
    std::uint64_t advance(std::uint64_t step, const Submit& submit) {
        return advance(step, submit, [] { return false; });
    }
    /// Calls beside() when the steps are submitted: what the host does while
    /// they run, whose time is none of theirs. It returns whether there was
    /// anything; what it throws is thrown when the steps have ended.
    template <class Submit, class Beside>
    std::uint64_t advance(std::uint64_t step, const Submit& submit,
                          const Beside& beside) {
        const auto done = step - plan_.first_step;
        context_.wait();  // what was submitted before is no part of a step
        record_.begin(done);
        const auto stop =
            plan_.first_step +
            record_.stop(done, next_stop(step) - plan_.first_step);
        const auto steps = static_cast<double>(stop - step);
        context_.ranks().barrier();
        const auto begin = runtime::machine_nanoseconds();
        while (step < stop) {
            std::optional<runtime::TraceIteration> numbered;
            const auto number = step - plan_.first_step;
            if (record_.holds(number))
                numbered.emplace(context_, static_cast<int>(number));
            ++step;
            submit(plan_.dt(step));
        }
        const double seconds = context_.ranks().largest(
            1e-9 * static_cast<double>(end_of_steps(begin, beside) - begin));
        if (signals_)
            signal_ =
                static_cast<int>(context_.ranks().largest(signals_->take()));
        record_.end(stop - plan_.first_step, seconds);
        // The first stretch allocates memory and starts the integrator.
        if (was_first_) seconds_.clear();
        was_first_ = done == 0;
        if (was_first_)
            counted_from_ = runtime::machine_nanoseconds();
        else
            counted_ += steps;
        seconds_.push_back(seconds / steps);
        spent_ += seconds;
        return stop;
    }

    /// Of the run.
    Outputs& outputs() { return outputs_; }
    /// How long the run has waited for outputs: those that steps wait for, and
    /// what the host did beside steps when these had ended.
    HeldBack held_back() const {
        return {held_beside_ + outputs_.waited() - waited_beside_,
                outputs_.waited_for()};
    }

    /// Whether the state after `step` is for the checkpoint: by its number, or
    /// because a signal came to any of the ranks.
    bool is_checkpoint(std::uint64_t step) const {
        return signals_ && step > plan_.first_step &&
               (plan_.is_checkpoint(step) || signal_ != 0);
    }
    /// Whether a signal ends the run after `step`.
    bool is_asked_to_end(std::uint64_t step) const {
        return io::ends_run(signal_) && step != plan_.last_step;
    }
    /// Every rank calls, when that checkpoint is among the outputs.
    /// @throws Interrupted  the signal was one that ends the run; outputs are
    ///                      written
    void end_if_asked(std::uint64_t step) {
        if (signal_ == SIGUSR1 && context_.ranks().is_first())
            runtime::logger().info("SIGUSR1: checkpoint after step {}", step);
        if (!is_asked_to_end(step)) return;
        outputs_.wait();
        // A launcher ends all ranks when one has ended: the first one writes.
        context_.ranks().barrier();
        throw io::Interrupted{signal_, fmt::format("step {}", step),
                              checkpoint_};
    }
    /// Of the last stretch [s per step]; 0 before the first.
    double last() const { return seconds_.empty() ? 0 : seconds_.back(); }
    /// Per step, one for each stretch between two waits; the slowest rank's.
    const std::vector<double>& seconds() const { return seconds_; }
    /// In steps, of all of them [s].
    double spent() const { return spent_; }
    /// Once the outputs are written; steps with their outputs are counted from
    /// the second stretch on.
    RunTimes times() const {
        return {spent_,
                held_back().seconds,
                {},
                1e-9 * static_cast<double>(runtime::machine_nanoseconds() -
                                           counted_from_),
                counted_};
    }
    trace::Cost trace_cost() const { return record_.cost(); }

    void show(std::uint64_t step, const std::string& note) {
        if (context_.ranks().is_first())
            progress_.show(step - plan_.first_step, note, held_back());
    }
    /// Before something is printed.
    void clear() { progress_.clear(); }

  private:
    /// Waits for it, after beside() [ns].
    template <class Beside>
    std::int64_t end_of_steps(std::int64_t begin, const Beside& beside) {
        std::exception_ptr failure;
        bool was_beside = false;
        const double waited = outputs_.waited();
        try {
            was_beside = beside();
        } catch (...) {
            // Other ranks wait for the steps of this one.
            failure = std::current_exception();
        }
        waited_beside_ += outputs_.waited() - waited;
        const auto host = runtime::machine_nanoseconds();
        context_.wait();
        if (failure) std::rethrow_exception(failure);
        const auto end = runtime::machine_nanoseconds();
        const auto last = context_.statistics().last_end();
        if (!was_beside || last <= begin) return end;
        if (host > last)
            held_beside_ += 1e-9 * static_cast<double>(host - last);
        return last;
    }
    std::uint64_t next_stop(std::uint64_t step) const {
        constexpr double kStretch = 0.2;  // [s]
        const double steps = last() > 0 ? kStretch / last() : 1;
        auto stop =
            std::min(step + static_cast<std::uint64_t>(std::clamp(
                                steps, 1.0, static_cast<double>(most_))),
                     plan_.next_output(step));
        if (signals_)
            stop = std::min(stop, (step / plan_.checkpoint_every + 1) *
                                      plan_.checkpoint_every);
        return stop;
    }

    const StepPlan& plan_;
    runtime::Context& context_;
    std::string checkpoint_;
    std::optional<io::DeferredSignals> signals_;
    int signal_ = 0;  // since the last stretch, of any rank
    std::uint64_t most_;
    RecordedSteps record_;
    ProgressLine progress_;
    Outputs outputs_;
    double held_beside_ = 0;    ///< what ran beside steps took longer [s]
    double waited_beside_ = 0;  ///< for outputs before, while steps ran [s]
    std::vector<double> seconds_;
    double spent_ = 0;
    std::int64_t counted_from_ = 0;  // [ns]
    double counted_ = 0;             // steps since then
    bool was_first_ = false;
};

}  // namespace tasuki::drivers

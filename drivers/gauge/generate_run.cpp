#include "drivers/gauge/generate_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "drivers/common/progress.hpp"
#include "drivers/common/recorded_steps.hpp"
#include "drivers/common/stalls.hpp"
#include "graphs/quenched/sweep.hpp"
#include "io/interrupt.hpp"
#include "runtime/core/context.hpp"
#include "runtime/core/resources.hpp"
#include "runtime/trace/trace_label.hpp"

namespace tasuki::drivers {

namespace {

class Sweeps {
  public:
    Sweeps(const GenerateOptions& options, io::QuenchedState begin,
           graphs::QuenchedCut cut, runtime::Context& context,
           runtime::Recorder* recorder)
        : options_{options},
          context_{context},
          result_{.state = std::move(begin)},
          links_{context, state_.field, cut.slabs},
          progress_{"sweep", options.sweeps - state_.sweep},
          record_{options.trace.window, options.sweeps - state_.sweep,
                  recorder} {
        result_.first_sweep = state_.sweep;
        if (options.checkpoint.empty()) return;
        checkpoint_every_ = options.checkpoint_every.value_or(
            std::max(1u, options.sweeps / 10));
        signals_.emplace();
    }

    GenerateResult all() {
        while (state_.sweep < options_.sweeps) {
            advance();
            keep(signals_ ? signals_->take() : 0);
            progress_.show(result_.sweeps(), note_);
        }
        state_.field = links_.collect();
        result_.plaquette = measure();
        result_.trace_cost = record_.cost();
        return std::move(result_);
    }

  private:
    /// Submits sweeps up to the next stop and waits for them.
    void advance() {
        using Clock = std::chrono::steady_clock;
        const auto first = result_.first_sweep;
        record_.begin(result_.sweeps());
        const auto begin = Clock::now();
        const auto stop =
            first + record_.stop(result_.sweeps(), next_stop() - first);
        while (state_.sweep < stop) {
            std::optional<runtime::TraceIteration> numbered;
            if (const auto done = result_.sweeps(); record_.holds(done))
                numbered.emplace(context_, static_cast<int>(done));
            graphs::submit_quenched_sweep(
                context_, links_,
                {state_.beta, state_.seed, ++state_.sweep,
                 state_.overrelaxation});
        }
        context_.wait();
        const std::chrono::duration<double> spent = Clock::now() - begin;
        result_.seconds += spent.count();
        record_.end(result_.sweeps(), spent.count());
    }

    /// The sweep at which the host has something to do, or so that what is
    /// submitted, 1 kB a task, does not pile up and signals are soon seen to.
    std::uint64_t next_stop() const {
        constexpr double kStretch = 0.2, kMost = 8;  // [s], sweeps
        const double each = result_.sweeps() > 0
                                ? result_.seconds / result_.sweeps()
                                : kStretch;
        std::uint64_t stop =
            state_.sweep +
            static_cast<std::uint64_t>(std::clamp(kStretch / each, 1.0, kMost));
        for (const auto every : {state_.measure_every, checkpoint_every_})
            if (every > 0)
                stop = std::min(stop, (state_.sweep / every + 1) * every);
        return std::min<std::uint64_t>(stop, options_.sweeps);
    }

    /// @param signal  that asks for a checkpoint; 0: none
    void keep(int signal) {
        const auto sweep = state_.sweep;
        const auto is_due = [sweep](std::uint64_t every) {
            return every > 0 && sweep % every == 0;
        };
        const bool is_last = sweep == options_.sweeps;
        const bool checkpoint =
            signals_ && (is_due(checkpoint_every_) || is_last || signal != 0);
        const bool measurement = is_due(state_.measure_every);
        if (checkpoint || measurement) state_.field = links_.collect();
        if (measurement) {
            state_.history.push_back({static_cast<double>(sweep), measure()});
            note_ = fmt::format("plaquette {:.5f}",
                                state_.history.back().plaquette.average);
        }
        if (!checkpoint) return;
        io::write_quenched(options_.checkpoint, state_);
        if (io::ends_run(signal) && !is_last)
            throw io::Interrupted{signal, fmt::format("sweep {}", sweep),
                                  options_.checkpoint};
    }

    /// Of the field that was collected.
    lattice::Plaquette measure() const {
        const auto plaquette = lattice::plaquette(state_.field);
        if (!std::isfinite(plaquette.average))
            throw runtime::NumericsError(
                fmt::format("the plaquette after sweep {} is {}", state_.sweep,
                            plaquette.average));
        return plaquette;
    }

    const GenerateOptions& options_;
    runtime::Context& context_;
    GenerateResult result_;
    io::QuenchedState& state_ = result_.state;
    graphs::SlabbedGaugeField links_;
    ProgressLine progress_;
    RecordedSteps record_;
    std::uint64_t checkpoint_every_ = 0;  // 0: never
    std::optional<io::DeferredSignals> signals_;
    std::string note_;
};

}  // namespace

GenerateResult run_sweeps(const GenerateOptions& options,
                          io::QuenchedState begin,
                          runtime::Recorder* recorder) {
    const int cpus =
        runtime::find_resources({.cpus = options.cpus, .gpus = 0}).cpus;
    const auto cut = graphs::choose_cut(begin.field.extents(), cpus);
    runtime::Context context{{.cpus = options.cpus,
                              .cpu_workers = cut.workers,
                              .gpus = 0,
                              .recorder = recorder,
                              .stalls = stalls()}};
    return Sweeps{options, std::move(begin), cut, context, recorder}.all();
}

}  // namespace tasuki::drivers

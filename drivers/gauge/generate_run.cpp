#include "drivers/gauge/generate_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "drivers/common/progress.hpp"
#include "drivers/common/recorded_steps.hpp"
#include "drivers/common/stalls.hpp"
#include "drivers/common/worker_names.hpp"
#include "drivers/gauge/generate_plan.hpp"
#include "graphs/quenched/plaquette.hpp"
#include "graphs/quenched/sweep.hpp"
#include "io/interrupt.hpp"
#include "runtime/core/background.hpp"
#include "runtime/core/context.hpp"
#include "runtime/trace/trace_label.hpp"

namespace tasuki::drivers {

namespace {

class Sweeps {
  public:
    Sweeps(const GenerateOptions& options, io::QuenchedState begin,
           const GenerateWorkers& workers, runtime::Context& context,
           runtime::Recorder* recorder)
        : options_{options},
          context_{context},
          result_{.state = std::move(begin),
                  .where = workers.where,
                  .slabs = workers.slabs,
                  .workers = worker_names(context)},
          links_{context, state_.field, workers.slabs},
          sweeps_{context,
                  links_,
                  {.beta = state_.beta,
                   .seed = state_.seed,
                   .overrelaxation = state_.overrelaxation,
                   .where = workers.where}},
          output_{context},
          progress_{"sweep", options.sweeps - state_.sweep},
          record_{options.trace.window, options.sweeps - state_.sweep,
                  recorder} {
        state_.field = lattice::GaugeField::without_links(links_.extents());
        result_.first_sweep = state_.sweep;
        if (options.checkpoint.empty()) return;
        checkpoint_every_ = options.checkpoint_every.value_or(
            std::max(1u, options.sweeps / 10));
        signals_.emplace();
    }

    GenerateResult all() {
        if (state_.sweep == options_.sweeps)
            result_.plaquette = value_of(plaquette());
        while (state_.sweep < options_.sweeps) {
            advance();
            keep(signals_ ? signals_->take() : 0);
            progress_.show(result_.sweeps(), note_);
        }
        state_.field = links_.collect();
        output_.wait();
        result_.waited = output_.waited();
        result_.worked = worked_in(context_);
        result_.trace_cost = record_.cost();
        return std::move(result_);
    }

  private:
    /// Submits sweeps up to the next stop, and a measurement if it is due, and
    /// waits for them.
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
            sweeps_.submit(++state_.sweep);
        }
        std::optional<graphs::PendingPlaquette> measured;
        if (is_due(state_.measure_every) || is_last())
            measured.emplace(plaquette());
        context_.wait();
        if (measured) result_.plaquette = value_of(*measured);
        const std::chrono::duration<double> spent = Clock::now() - begin;
        result_.seconds += spent.count();
        record_.end(result_.sweeps(), spent.count());
    }

    /// The sweep at which the host has something to do, or so that what is
    /// submitted does not pile up and signals are soon seen to.
    std::uint64_t next_stop() const {
        constexpr double kStretch = 0.2;         // [s]
        constexpr std::size_t kTasks = 1 << 14;  // of 1 kB
        const double each = result_.sweeps() > 0
                                ? result_.seconds / result_.sweeps()
                                : kStretch;
        const auto most = static_cast<double>(
            std::max<std::size_t>(1, kTasks / sweeps_.tasks()));
        std::uint64_t stop =
            state_.sweep +
            static_cast<std::uint64_t>(std::clamp(kStretch / each, 1.0, most));
        for (const auto every : {state_.measure_every, checkpoint_every_})
            if (every > 0)
                stop = std::min(stop, (state_.sweep / every + 1) * every);
        return std::min<std::uint64_t>(stop, options_.sweeps);
    }

    bool is_due(std::uint64_t every) const {
        return every > 0 && state_.sweep % every == 0;
    }
    bool is_last() const { return state_.sweep == options_.sweeps; }

    /// @param signal  that asks for a checkpoint; 0: none
    void keep(int signal) {
        if (is_due(state_.measure_every)) {
            state_.history.push_back(
                {static_cast<double>(state_.sweep), result_.plaquette});
            note_ = fmt::format("plaquette {:.5f}", result_.plaquette.average);
        }
        if (!signals_ ||
            !(is_due(checkpoint_every_) || is_last() || signal != 0))
            return;
        write_checkpoint();
        if (!io::ends_run(signal) || is_last()) return;
        output_.wait();
        throw io::Interrupted{signal, fmt::format("sweep {}", state_.sweep),
                              options_.checkpoint};
    }

    /// Beside the next sweeps.
    void write_checkpoint() {
        output_.wait();  // or there would be two of them in memory
        const auto state = std::make_shared<io::QuenchedState>(state_);
        state->field = links_.collect();
        output_.add("checkpoint", [state, path = options_.checkpoint] {
            io::write_quenched(path, *state);
        });
    }

    graphs::PendingPlaquette plaquette() const {
        return {context_, links_, result_.where};
    }
    lattice::Plaquette value_of(const graphs::PendingPlaquette& pending) const {
        const auto plaquette = pending.value();
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
    graphs::QuenchedSweeps sweeps_;
    runtime::Background output_;
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
    const auto workers = choose_workers(options, begin.field.extents());
    runtime::Context context{{.cpus = options.cpus,
                              .cpu_workers = workers.cpu_workers,
                              .gpus = static_cast<int>(workers.gpus.size()),
                              .recorder = recorder,
                              .stalls = stalls()}};
    return Sweeps{options, std::move(begin), workers, context, recorder}.all();
}

}  // namespace tasuki::drivers

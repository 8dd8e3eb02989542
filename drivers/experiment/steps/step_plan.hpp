// Runs of many time steps: how far, and after which steps something is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drivers/common/options.hpp"
#include "drivers/experiment/experiment.hpp"
#include "io/step_clock.hpp"
#include "runtime/core/median.hpp"

namespace tasuki::drivers {

/// Options of all workloads with time steps. What was not given is empty: a run
/// that goes on takes it from the file.
struct StepOptions : ExperimentOptions {
    std::string resume;        ///< snapshot or checkpoint
    std::optional<double> dt;  ///< time step
    std::optional<std::uint64_t> steps;
    std::string out;  ///< folder of snapshots
    std::optional<std::uint64_t> every, checkpoint_every;
    std::string checkpoint;  ///< file
    bool pictures = false, film = false;
    std::optional<int> outputs_beside;
};

/// Adds --resume.
void add_resume_option(CLI::App& command, StepOptions& options);
/// Adds --steps; returns it, to be excluded by another end of the run.
/// @param otherwise  the default in words
Option add_steps_option(CLI::App& command, StepOptions& options,
                        const std::string& otherwise);
/// Adds --out, --every, --pictures, --film, --checkpoint, --checkpoint-every,
/// --outputs-beside and those of add_result_options().
/// @param picture  what a picture shows: "the surface density"
void add_output_options(CLI::App& command, StepOptions& options,
                        const std::string& picture);

/// Refuses a number that was given and does not hold.
/// @param allowed  " above 0", in words, or ""
/// @throws UsageError
void check_number(const char* option, const std::optional<double>& value,
                  const char* allowed, bool holds);

/// Refuses what is wrong with the options above.
/// @throws UsageError
void check_step_options(const StepOptions& options);

/// What the results of runs with time steps have in common.
struct StepResult : RunResult {
    /// Per step, one for each stretch between two waits; the slowest rank's.
    std::vector<double> seconds;
    double cpu_fraction = 0;
    int snapshots = 0;

    double median_seconds() const { return runtime::median(seconds); }
};

struct StepPlan {
    bool resumed = false;
    std::uint64_t first_step = 0;
    std::uint64_t last_step = 0;  ///< not below first_step
    io::StepClock clock;          ///< as of first_step
    std::optional<double> end;    ///< time of last_step, if it was given
    std::uint64_t every = 1;      ///< steps between outputs
    std::uint64_t checkpoint_every = 1;

    std::uint64_t steps() const { return last_step - first_step; }
    double time(std::uint64_t step) const {
        return end && step == last_step ? *end : clock.time(step);
    }
    /// Length of the step that leads to `step`.
    double dt(std::uint64_t step) const {
        return end && step == last_step ? *end - clock.time(step - 1)
                                        : clock.dt;
    }
    /// Snapshots and table lines: the last step and all whose number `every`
    /// divides, as 0 is.  Where a run goes on makes no difference.
    bool is_output(std::uint64_t step) const {
        return step == last_step || step % every == 0;
    }
    bool is_checkpoint(std::uint64_t step) const {
        return step == last_step || step % checkpoint_every == 0;
    }
    /// The first output after step `done`.
    std::uint64_t next_output(std::uint64_t done) const;
};

/// Adds a line to the table that a run prints and keeps in its snapshots, of
/// which it keeps the newest thousand: more would make every file long.
/// False: a run that goes on has that line already.
template <class Line>
bool add_line(std::vector<Line>& table, const Line& line) {
    if (!table.empty() && table.back().step >= line.step) return false;
    constexpr std::size_t most = 1000;
    if (table.size() == most) table.erase(table.begin());
    table.push_back(line);
    return true;
}

/// The end of a run: at a time by the option `until`, or after `steps`.
struct RunEnd {
    const char* until;  ///< name of the option
    std::optional<double> time;
    std::uint64_t steps =
        0;  ///< from the start of the run, if there is no time
};

/// @param step, time, clock  where the run begins
/// @throws UsageError  the end is before the beginning, or too far away
StepPlan plan_steps(const StepOptions& options, std::uint64_t step, double time,
                    const io::StepClock& clock, const RunEnd& end);

}  // namespace tasuki::drivers

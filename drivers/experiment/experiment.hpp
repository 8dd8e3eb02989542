// What every command that runs a workload does: agree between ranks, refuse
// what is wrong before any work, run, record, print and write.
#pragma once

#include <string>
#include <vector>

#include "drivers/common/machine_options.hpp"
#include "drivers/common/memory.hpp"
#include "drivers/common/time_spent.hpp"
#include "drivers/common/trace_options.hpp"
#include "program/run_record.hpp"
#include "program/trace_window.hpp"
#include "runtime/core/ranks.hpp"
#include "runtime/trace/trace.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

/// What comes out of a run besides its files.
struct ResultOptions {
    std::string json;  ///< a file, or - for stdout; empty: none
    TraceOptions trace;
    bool dry_run = false;  ///< memory only, no run
};

struct ExperimentOptions : MachineOptions, ResultOptions {
    std::string placement = "dynamic";
};

/// Adds --trace, --trace-iterations, --json and --dry-run.
/// @param recorded  what a trace holds: "some of the steps"
void add_result_options(CLI::App& command, ResultOptions& options,
                        const std::string& recorded);

/// Adds --placement, for workloads whose work is cut by graphs::Share.
void add_share_option(CLI::App& command, ExperimentOptions& options);

/// What the results of workloads have in common.
struct RunResult {
    std::string placement;  ///< split:auto with its number
    std::string policy;
    std::vector<std::string> workers;  ///< names, of all ranks
    trace::Cost trace_cost{};          ///< empty where nothing was recorded
    RunTimes times{};
};

/// A workload, as run_experiment() drives it. Every function is called once, in
/// the order of this list, on every rank unless it says otherwise.
class Experiment {
  public:
    virtual ~Experiment() = default;

    /// Refuses options that are wrong by themselves.
    /// @throws UsageError
    virtual void check() const {}
    /// Reads the input, or finds out how large it is. Allocates nothing that
    /// is large but what a file holds.
    /// @throws UsageError, InputError, UnavailableError
    virtual void plan(const runtime::Ranks& ranks) = 0;
    /// What the run will keep at one time.
    virtual MemoryNeed memory(const runtime::Ranks& ranks) const = 0;
    /// Makes what was not read, now that there is memory for it.
    /// @throws UsageError, InputError
    virtual void make_input(const runtime::Ranks&) {}
    /// @param recorder  records what --trace asks for; null for none
    virtual void run(runtime::Recorder* recorder) = 0;
    /// Of that run.
    virtual RunTimes run_times() const = 0;

    /// The rest is called on the first rank only.
    virtual void write_files() {}
    virtual void print() const = 0;
    virtual Json json() const = 0;

    /// One line, for the trace; on every rank.
    virtual std::string title() const = 0;
    /// What recording cost; empty if nothing was recorded.
    virtual const trace::Cost& trace_cost() const = 0;
    /// Names the parts of tasks in the trace.
    virtual trace::NameOfPart name_of_part() const;
};

/// @param command  whose options were parsed: all ranks must have the same
void run_experiment(const CLI::App& command, const ResultOptions& options,
                    Experiment& experiment);

}  // namespace tasuki::drivers

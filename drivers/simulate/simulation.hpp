// A workload on a machine that is not here, as `tasuki simulate NAME` runs it:
// the options of `tasuki NAME` and --machine, a result that says what it is.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "drivers/drivers.hpp"
#include "drivers/experiment/experiment.hpp"
#include "drivers/simulate/simulated_machine.hpp"
#include "json/json.hpp"
#include "runtime/mpi/ranks.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::drivers {

/// Refuses times of tasks from another place, and ways between ranks that are
/// not modelled.
/// @throws UnavailableError
void check_simulation(const ExperimentOptions& options);

/// Refuses an option that would write what the kernels had computed.
/// @param what  "bodies"
/// @throws UnavailableError  `value` is not empty
void check_not_written(const char* option, const std::string& value,
                       const char* what);

/// Each copy of the program has set handlers of signals, and the last are
/// called: from now on those of the first rank, which knows what files there
/// are.  Every rank calls.
void let_first_rank_end();

/// `--ranks-per-node`.
void add_ranks_per_node_option(CLI::App& command, int& count);

/// Those that run now, as the first one sees them: its node is full.
runtime::RanksOnNodes ranks_of_run();

/// Options of a simulated command.
template <class Real>
struct SimulationOptions : Real {
    std::string machine;     ///< a file
    int ranks_per_node = 1;  ///< of commands that have ranks
};

/// The experiment of a workload that has, for its own types, the functions of
/// drivers/workload.hpp that read and plan.
/// @tparam Result  has trace_cost
template <class Options, class Plan, class Result>
class SimulatedExperiment : public Experiment {
  public:
    SimulatedExperiment(const Options& options, const SimulatedMachine& machine)
        : options_{options}, machine_{machine} {}

    void plan(const runtime::Ranks& ranks) override {
        plan_ = make_plan(options_, ranks);
    }
    MemoryNeed memory(const runtime::Ranks& ranks) const override {
        return memory_of(options_, plan_, ranks);
    }
    void print() const override {
        print_simulated(machine_, ranks_of_run());
        print_run();
    }
    Json json() const override {
        Json j{{"simulated", simulated_json(machine_, ranks_of_run())}};
        auto run = json_of(options_, plan_, result_);
        for (const char* value : values()) run.erase(value);  // there is none
        j.update(run);
        return j;
    }
    std::string title() const override {
        return simulated_title(machine_, title_of(options_, plan_, result_));
    }
    RunTimes run_times() const override { return {}; }
    const trace::Cost& trace_cost() const override {
        return result_.trace_cost;
    }

  protected:
    /// Below the lines of the simulation.
    virtual void print_run() const = 0;
    /// Keys of the result that kernels would have computed.
    virtual std::vector<const char*> values() const = 0;

    const Options& options_;
    const SimulatedMachine& machine_;
    Plan plan_{};
    Result result_{};
};

/// Adds the command `name`, which runs a Workload made from its options and
/// its machine.
/// @param footer  of help: which options change no time
template <class Workload, class Options>
void add_simulation(CLI::App& group, std::string_view name,
                    void (*add_options)(CLI::App&, Options&),
                    void (*check)(const Options&), const std::string& footer) {
    CLI::App& command = add_command(group, name);
    const auto options = std::make_shared<SimulationOptions<Options>>();
    add_machine_file_option(command, options->machine);
    add_options(command, *options);
    constexpr bool has_ranks = requires {
        take_ranks(*options);
    };
    if constexpr (has_ranks)
        add_ranks_per_node_option(command, options->ranks_per_node);
    set_footer(command, footer);
    set_action(command, [&command, options, check] {
        runtime::check_simulates();
        check(*options);
        check_simulation(*options);
        const auto machine = read_simulated_machine(options->machine);
        runtime::RanksOnNodes ranks;
        if constexpr (has_ranks) {
            ranks = {take_ranks(*options), options->ranks_per_node,
                     options->trace.wanted()};
            runtime::check_ranks(machine.file.machine, ranks);
        }
        runtime::simulate(machine.file.machine, ranks, [&] {
            let_first_rank_end();
            Workload workload{*options, machine};
            run_experiment(command, *options, workload);
        });
    });
}

}  // namespace tasuki::drivers

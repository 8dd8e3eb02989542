// The command of a workload, and its experiment where the workload has these
// functions for its own types:
//
//   find_program(options)              becomes another program if this one
//   lacks
//                                      kernels, where there is such a program
//   check_options(options)             refuses what is wrong by itself
//   make_plan(options, ranks)          reads the input, or finds its size
//   memory_of(options, plan, ranks)    what the run will keep at one time
//   fill_plan(options, plan)           makes what was not read, if anything
//   run_planned(options, plan, recorder)
//   print_result(options, plan, result), json_of(options, plan, result)
//   title_of(options, plan, result)    a line for the trace
//   write_result_files(options, plan, result), where there are any
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "drivers/drivers.hpp"
#include "drivers/experiment/experiment.hpp"
#include "json/json.hpp"

namespace tasuki::drivers {

template <class Options, class Plan, class Result>
class PlannedExperiment : public Experiment {
  public:
    explicit PlannedExperiment(const Options& options) : options_{options} {}

    void check() const override { check_options(options_); }
    void plan(const runtime::Ranks& ranks) override {
        plan_ = make_plan(options_, ranks);
    }
    MemoryNeed memory(const runtime::Ranks& ranks) const override {
        return memory_of(options_, plan_, ranks);
    }
    void make_input(const runtime::Ranks&) override {
        if constexpr (requires { fill_plan(options_, plan_); })
            fill_plan(options_, plan_);
    }
    void run(runtime::Recorder* recorder) override {
        result_ = run_planned(options_, plan_, recorder);
    }
    RunTimes run_times() const override { return result_.times; }
    void write_files() override {
        if constexpr (requires {
                          write_result_files(options_, plan_, result_);
                      })
            write_result_files(options_, plan_, result_);
    }
    void print() const override { print_result(options_, plan_, result_); }
    Json json() const override { return json_of(options_, plan_, result_); }
    std::string title() const override {
        return title_of(options_, plan_, result_);
    }
    const trace::Cost& trace_cost() const override {
        return result_.trace_cost;
    }

  private:
    const Options& options_;
    Plan plan_{};
    Result result_{};
};

/// Adds the command `name`, which runs a Workload made from its options.
template <class Workload, class Options>
void add_experiment(CLI::App& parent, std::string_view name,
                    void (*add_options)(CLI::App&, Options&)) {
    CLI::App& command = add_command(parent, name);
    const auto options = std::make_shared<Options>();
    add_options(command, *options);
    set_action(command, [&command, options] {
        if constexpr (requires { find_program(*options); })
            find_program(*options);
        Workload workload{*options};
        run_experiment(command, *options, workload);
    });
}

}  // namespace tasuki::drivers

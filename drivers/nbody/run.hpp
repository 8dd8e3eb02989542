// Runs a system of bodies: steps, conserved quantities, files, timing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codelets/nbody/sums.hpp"
#include "drivers/nbody/options.hpp"
#include "drivers/nbody/plan.hpp"
#include "graphs/nbody/simulation.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

struct NbodyResult : StepResult {
    std::size_t bodies = 0;
    nbody::Sums start;  ///< of the run, also where it was resumed
    io::BodyLine last{};
    double interactions = 0;           ///< of a step
    std::optional<double> peak_flops;  ///< of all workers, measured [flop/s]
    std::string variant;
    double interactions_per_second() const;
    double tflops_22() const;
};

/// How far the energy is from that of the start, as a part of it.
double energy_error(const nbody::Sums& now, const nbody::Sums& start);
/// |a - b|
double distance(const nbody::Vector& a, const nbody::Vector& b);

/// In flight: the tasks of a step take a few kB each.
inline constexpr std::uint64_t kMostStepsAhead = 256;

graphs::nbody::SimulationOptions simulation_options(const NbodyOptions& options,
                                                    const NbodyPlan& plan);

/// On every rank; the first one writes and prints.
/// @param recorder  what the steps of options.trace.window are recorded with;
///                  null for none
/// @throws NumericsError  an energy that is not finite, or has changed by a
///                        tenth of kinetic and potential energy at the start
NbodyResult run_planned(const NbodyOptions& options, const NbodyPlan& plan,
                        runtime::Recorder* recorder);

/// On stdout, as the run goes: what it begins with, and the columns.
void print_problem(const NbodyPlan& plan);
void print_table_head();
void print_table_line(const io::BodyLine& line, const nbody::Sums& start);
/// Workers, time and speed.
/// @param origin  of the peak: "measured in this run"
void print_speed(const NbodyResult& result, const char* origin);
/// At the end: the state, if no step was asked for, and the above.
void print_result(const NbodyOptions& options, const NbodyPlan& plan,
                  const NbodyResult& result);

Json json_of(const NbodyOptions& options, const NbodyPlan& plan,
             const NbodyResult& result);
std::string title_of(const NbodyOptions& options, const NbodyPlan& plan,
                     const NbodyResult& result);

}  // namespace tasuki::drivers

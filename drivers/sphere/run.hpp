// Runs a flow on the sphere: steps, what it keeps, files, timing.
#pragma once

#include <string>
#include <vector>

#include "codelets/sphere/grid.hpp"
#include "drivers/sphere/options.hpp"
#include "drivers/sphere/plan.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

struct SphereResult : StepResult {
    io::FlowLine last{};
    double largest_cfl = 0;
    sphere::Grid grid{};
};

/// How far a sum is from that of the start, as a part of it.
double drift_of(double now, double start);

/// On every rank; the first one writes and prints.
/// @throws NumericsError  an energy that is not finite, an enstrophy above that
///                        of the start
/// @param recorder  what the steps of options.trace.window are recorded with;
///                  null for none
SphereResult run_planned(const SphereOptions& options, const SpherePlan& plan,
                         runtime::Recorder* recorder);

/// On stdout, as the run goes: what it begins with, and the columns.
void print_table_head(const SpherePlan& plan, const sphere::Grid& grid);
void print_table_line(const io::FlowLine& line, const io::FlowSnapshot& begin);
/// At the end: the workers and how fast they were.
void print_result(const SphereOptions& options, const SpherePlan& plan,
                  const SphereResult& result);

Json json_of(const SphereOptions& options, const SpherePlan& plan,
             const SphereResult& result);
std::string title_of(const SphereOptions& options, const SpherePlan& plan,
                     const SphereResult& result);

}  // namespace tasuki::drivers

// What `tasuki nbody` prints, and its JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "drivers/nbody/plan.hpp"
#include "drivers/nbody/run.hpp"

namespace tasuki::drivers {

/// On stdout, as the run goes: what it begins with, and the columns.
void print_table_head(const NbodyPlan& plan);
void print_table_line(const NbodyLine& line, const nbody::Sums& start);
/// At the end: the workers and how fast they were.
void print_result(const NbodyOptions& options, const NbodyPlan& plan,
                  const NbodyResult& result);

nlohmann::ordered_json json_of(const NbodyOptions& options,
                               const NbodyPlan& plan,
                               const NbodyResult& result);
std::string title_of(const NbodyOptions& options, const NbodyPlan& plan,
                     const NbodyResult& result);

}  // namespace tasuki::drivers

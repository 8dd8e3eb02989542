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
void print_summary(const NbodyPlan& plan, const NbodyResult& result);

nlohmann::ordered_json nbody_json(const NbodyPlan& plan,
                                  const NbodyResult& result);

/// "4096 bodies, plummer, seed 1" or "20000 bodies of galaxy.bin"
std::string describe_bodies(const io::Snapshot& begin);

}  // namespace tasuki::drivers

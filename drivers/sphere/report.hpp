// What `tasuki sphere` prints, and its JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "drivers/sphere/plan.hpp"
#include "drivers/sphere/run.hpp"

namespace tasuki::drivers {

/// On stdout, as the run goes: what it begins with, and the columns.
void print_table_head(const SpherePlan& plan, const sphere::Grid& grid);
void print_table_line(const SphereLine& line, const io::FlowSnapshot& begin);
/// At the end: the workers and how fast they were.
void print_result(const SphereOptions& options, const SpherePlan& plan,
                  const SphereResult& result);

nlohmann::ordered_json json_of(const SphereOptions& options,
                               const SpherePlan& plan,
                               const SphereResult& result);
std::string title_of(const SphereOptions& options, const SpherePlan& plan,
                     const SphereResult& result);

}  // namespace tasuki::drivers

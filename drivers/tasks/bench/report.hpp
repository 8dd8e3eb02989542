// What `bench tasks` prints and writes.
#pragma once

#include <string>
#include <vector>

#include "drivers/tasks/bench/sweep.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

void print_sweeps_head(const Sweep& first);
/// @param reference  the same graph on `serial`, or on a GPU on `streams`; null
///                   if it was not asked for
void print_sweep(const Sweep& sweep, const Sweep* reference);

/// Adds seconds_* of each size, metg_*, and efficiencies.
Json sweep_json(const Sweep& sweep, const Sweep* reference);

/// Efficiency over granularity, a line for each sweep.
std::string sweeps_svg(const std::vector<Sweep>& sweeps);

}  // namespace tasuki::drivers

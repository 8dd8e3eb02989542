// The tasks of each phase of a run, on all ranks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "runtime/core/context.hpp"
#include "runtime/core/statistics.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

/// By name of the codelet.
using Phases = std::map<std::string, runtime::PhaseCount>;

/// Those that have ended since the statistics were reset: of all ranks on the
/// first, else of this one.  Every rank calls, after its tasks.
Phases phases_of_ranks(runtime::Context& context);

/// A table with a line for each of these names that has tasks.
void print_phases(const Phases& phases, const std::vector<std::string>& names);
/// All, the busiest first.
void print_phases(const Phases& phases);

/// The object `phases` of a result.
Json phases_json(const Phases& phases);

}  // namespace tasuki::drivers

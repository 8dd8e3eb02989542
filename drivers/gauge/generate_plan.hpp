// What the sweeps of `tasuki gauge generate` begin with.
#pragma once

#include "drivers/gauge/generate_report.hpp"

namespace tasuki::drivers {

/// Of the lattice of a run without --resume, which is not made yet.
/// @throws UsageError  options that such a run needs are missing or wrong
lattice::Extents planned_extents(const GenerateOptions& options);

/// Makes the links, or reads the checkpoint of --resume; refuses all that can
/// be refused before the work begins.
/// @throws UsageError  also where an option is not what that file says
/// @throws InputError
io::QuenchedState make_plan(const GenerateOptions& options);

/// Of the file that is written at the end.
io::WriteOptions write_options(const GenerateOptions& options,
                               const io::QuenchedState& state);

}  // namespace tasuki::drivers

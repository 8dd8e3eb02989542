// The sweeps of `tasuki gauge generate`.
#pragma once

#include "drivers/gauge/generate_report.hpp"

namespace tasuki::drivers {

/// Sweeps from `begin` on, with measurements and checkpoints on the way.
/// @param recorder  null for none
/// @throws NumericsError  a plaquette that is no number
/// @throws Interrupted    by a signal, once the checkpoint is written
GenerateResult run_sweeps(const GenerateOptions& options,
                          io::QuenchedState begin, runtime::Recorder* recorder);

}  // namespace tasuki::drivers

// This machine as a file that `tasuki simulate` reads.
#pragma once

#include "io/machines/machine_file.hpp"

namespace tasuki::drivers {

/// Measures bandwidths and multiply-adds of the CPUs that this process may use,
/// and then of the GPUs; takes links from StarPU's measurements, and assumes
/// the rest.  GPUs that are not like the first one are left out, with a
/// warning.  No Context may be alive.
io::machines::MachineFile measure_this_machine();

/// To so many significant digits; a measurement has no more than four.
double rounded(double value, int digits = 4);

}  // namespace tasuki::drivers

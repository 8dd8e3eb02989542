// The efficiency of each kernel on this machine, and the time that it takes to
// start, from runs whose kernels are timed.
#pragma once

#include <string>
#include <vector>

#include "io/machines/machine_file.hpp"

namespace tasuki::drivers {

/// Runs whose kernels are those of wilson, solve, nbody, sht and sphere: on the
/// CPUs, then, if `gpus`, on a GPU.
std::vector<std::string> calibration_runs(bool gpus);

/// Runs `tasuki COMMAND` for each command, one by one, and adds what its
/// kernels reach to the file.  A run that fails is left out, with a warning.
/// @param file  has the rates of this machine.  No Context may be alive.
/// @throws FaultError  no run was timed
void calibrate(io::machines::MachineFile& file,
               const std::vector<std::string>& commands);

}  // namespace tasuki::drivers

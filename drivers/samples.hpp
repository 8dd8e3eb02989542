// Where the configuration that Tasuki ships is found.
#pragma once

#include <string>

namespace tasuki::drivers {

/// Path of the thermalised sample: beside the executable (installed or
/// bundled: ../share/tasuki/samples), else in the source tree.
/// @throws UnavailableError  it is in neither place
std::string sample_path();

}  // namespace tasuki::drivers

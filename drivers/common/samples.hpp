// Where the configuration that Tasuki ships is found.
#pragma once

#include <string>

namespace tasuki::drivers {

/// Path of the thermalised sample: share/tasuki/samples of the folder that has
/// the executable's bin/ or libexec/tasuki/; a build folder links to it there.
/// @throws UnavailableError  it is not there
std::string sample_path();

}  // namespace tasuki::drivers

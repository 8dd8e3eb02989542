// Where a process may write when nobody told it: the folder in which StarPU
// keeps what it measures, and one that is private to the process.
#pragma once

#include <filesystem>

namespace tasuki::runtime {

/// A folder that only this user can read and that ends with the process, under
/// the system's folder for temporary files.  Its name is drawn when it is made:
/// one that can be guessed could be made by somebody else before.
/// @throws UnavailableError  if none can be made
const std::filesystem::path& private_folder();

/// StarPU keeps its measurements in .starpu/sampling of XDG_CACHE_HOME,
/// STARPU_HOME or HOME, the first of these that is set.  If none is set it
/// takes /tmp, and if the folder cannot be written it ends the process.  This
/// gives it the first of the three that can be written then, or the private
/// folder, with a warning.  Called before StarPU starts.
/// @throws UnavailableError  if there is no private folder either
void provide_starpu_home();

}  // namespace tasuki::runtime

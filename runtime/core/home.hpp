// Folders for a process without explicit paths: the folder in which StarPU
// keeps what it measures, and one that is private to the process.
#pragma once

#include <filesystem>

#include "runtime/core/environment_changes.hpp"

namespace tasuki::runtime {

/// A folder that only this user can read and that ends with the process, under
/// the system's folder for temporary files.  Its name is random:
/// another user could create a folder with a predictable name first.
/// @throws UnavailableError  if none can be made
const std::filesystem::path& private_folder();

/// From now on the private folder is that one, of another copy of the program
/// in this process, which removes it.
void share_private_folder(const std::filesystem::path& path);

/// Ends it early, for a process that ends without destructors; nothing where
/// there is none.  Async-signal-safe.
void remove_private_folder() noexcept;

/// StarPU keeps its measurements in .starpu/sampling of XDG_CACHE_HOME,
/// STARPU_HOME or HOME, the first of these that is set.  If none is set it
/// takes /tmp, and if the folder cannot be written it ends the process.  This
/// gives it the first of the three that can be written then, or the private
/// folder, with a warning, for as long as `changes` lives.  Called before
/// StarPU starts.
/// @return which
/// @throws UnavailableError  if there is no private folder either
std::filesystem::path provide_starpu_home(EnvironmentChanges& changes);

}  // namespace tasuki::runtime

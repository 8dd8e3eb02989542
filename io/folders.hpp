// Folders for outputs, that last through a crash of the machine.
#pragma once

#include <filesystem>

namespace tasuki::io {

/// Makes a folder and those above it that are missing.  A file in it is only
/// durable if the name of the folder is.
/// @throws std::filesystem::filesystem_error
void create_folders(const std::filesystem::path& folder);

/// Makes the new names in a folder durable.
/// @return  errno, or 0; 0 for file systems that cannot do it
int sync_folder(const std::filesystem::path& folder);

}  // namespace tasuki::io

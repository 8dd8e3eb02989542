// Small and read-only disks, in a mount namespace that only this process and
// its children see.
#pragma once

#include <cstddef>
#include <filesystem>

namespace tasuki::faults {

/// Enters it.  False where the system allows none (most containers).
bool enter_mount_namespace();

/// Puts a disk of `bytes` with the same content in the place of `folder`.
void put_on_disk(const std::filesystem::path& folder, std::size_t bytes);
/// Ends its fullness.
void make_room(const std::filesystem::path& folder);
void make_read_only(const std::filesystem::path& folder);
void unmount_below(const std::filesystem::path& folder);

}  // namespace tasuki::faults

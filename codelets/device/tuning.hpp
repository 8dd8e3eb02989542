// Measurements on a device that later runs use again, in one file per device,
// which a user may read, edit and delete.
#pragma once

#include <optional>
#include <string>

namespace tasuki::device {

/// tuning/DEVICE.json in TASUKI_CACHE, else tasuki/ in XDG_CACHE_HOME or
/// ~/.cache; without a HOME, in the private_folder() of this process.
std::string tuning_file(const std::string& device);

/// The entry `key` of this or an earlier run.  A file that cannot be
/// read counts as empty, with a warning.
std::optional<std::string> tuned(const std::string& device,
                                 const std::string& key);

/// Keeps `value`; where the file cannot be written, for this run only, with a
/// warning.
void keep_tuned(const std::string& device, const std::string& key,
                const std::string& value);

}  // namespace tasuki::device

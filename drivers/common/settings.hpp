// The options of a command as they were parsed, to compare them between ranks.
#pragma once

#include <vector>

#include "drivers/common/cli_fwd.hpp"
#include "io/rank_agreement.hpp"

namespace tasuki::drivers {

/// The program's version and every option, given or default, but those that may
/// differ between ranks: --cpus, --cpu-workers, --gpus and --calibrate are
/// about the machine of a rank, the first rank writes --json, and --log-level,
/// --quiet and --help are about stderr and stdout.
std::vector<io::Setting> settings_of(const CLI::App& command);

/// The ones that may differ, as a message names them.
inline constexpr const char* kFreeOptions =
    "--cpus, --cpu-workers, --gpus, --calibrate, --json and --log-level";

}  // namespace tasuki::drivers

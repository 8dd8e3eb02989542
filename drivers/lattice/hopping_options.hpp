// The Wilson operator's parameters, as options name them.
#pragma once

#include <string>

#include "drivers/common/cli_fwd.hpp"

namespace tasuki::drivers {

/// Adds --kappa, --mass, which sets kappa = 1 / (2 mass + 8), and --bc-t.
void add_hopping_options(CLI::App& command, double& kappa, std::string& bc_t);

}  // namespace tasuki::drivers

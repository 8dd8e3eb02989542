// The result of `tasuki wilson` as a table for people and JSON for scripts.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "drivers/wilson/run.hpp"

namespace tasuki::drivers {

void print_wilson(const WilsonOptions& options, const WilsonResult& result);

nlohmann::ordered_json wilson_json(const WilsonOptions& options,
                                   const WilsonResult& result);

}  // namespace tasuki::drivers

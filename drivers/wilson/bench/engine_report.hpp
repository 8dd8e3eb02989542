// The tables of `bench wilson --engine`, for readers and for machines.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "drivers/wilson/bench/engines.hpp"

namespace tasuki::drivers {

void print_engines(const EngineTable& table);
nlohmann::ordered_json engines_json(const EngineTable& table);

}  // namespace tasuki::drivers

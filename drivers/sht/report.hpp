// The result of `tasuki sht` as a table and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "drivers/sht/run.hpp"

namespace tasuki::drivers {

void print_result(const ShtOptions& options, const ShtPlan& plan,
                  const ShtResult& result);
nlohmann::ordered_json json_of(const ShtOptions& options, const ShtPlan& plan,
                               const ShtResult& result);
std::string title_of(const ShtOptions& options, const ShtPlan& plan,
                     const ShtResult& result);
/// --out, --map and --spectrum.
/// @throws UsageError  one of them cannot be written
void write_result_files(const ShtOptions& options, const ShtPlan& plan,
                        const ShtResult& result);

}  // namespace tasuki::drivers

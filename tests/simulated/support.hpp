// Runs of `tasuki simulate` on the machines of machines/.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

namespace tasuki::test {

inline std::string machine_file(const std::string& name) {
    return std::string{TASUKI_TEST_MACHINES "/"} + name + ".json";
}

/// @param command  with its options
inline CliResult simulate(const std::string& name, const std::string& command) {
    return run_cli(std::string{"simulate --machine "} + machine_file(name) +
                   " " + command);
}

inline nlohmann::json simulated_json(const std::string& name,
                                     const std::string& command) {
    const auto result = simulate(name, command + " --json -");
    CHECK(result.code == 0);
    CHECK(result.log.empty());
    return nlohmann::json::parse(result.out, nullptr, false);
}

/// Exit code 3, one line, with this text.
inline bool unavailable(const CliResult& result, const std::string& text) {
    return result.code == 3 && result.out.empty() && contains(result.log, text);
}

/// Every key of a list is missing.
inline bool lacks(const nlohmann::json& json,
                  std::initializer_list<const char*> keys) {
    for (const char* key : keys)
        if (json.contains(key)) return false;
    return true;
}

}  // namespace tasuki::test

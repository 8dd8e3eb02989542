// Runs of `tasuki simulate` on the machines of machines/.
#pragma once

#include <string>

#include "json/json.hpp"
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

inline Json simulated_json(const std::string& name,
                           const std::string& command) {
    const auto result = simulate(name, command + " --json -");
    CHECK(result.code == 0);
    CHECK(result.log.empty());
    return Json::try_parse(result.out).value_or(Json{});
}

/// Whether the result is the same, to the last digit, with few and with many
/// words in the environment, and where allocated memory has other addresses:
/// from 1 kB on each piece then lies below the one before.
inline bool is_reproducible(const std::string& name,
                            const std::string& command) {
    const std::string words = "simulate --machine " + machine_file(name) + " " +
                              command + " --json -";
    const auto first = run_cli(words);
    const auto same = [&](const std::string& before) {
        const auto again = run_cli(words, "env " + before + " ");
        return again.code == 0 && again.out == first.out;
    };
    return first.code == 0 && same("PADDING=" + std::string(3000, 'x')) &&
           same("GLIBC_TUNABLES=glibc.malloc.mmap_threshold=1024");
}

/// Exit code 3, one line, with this text.
inline bool unavailable(const CliResult& result, const std::string& text) {
    return result.code == 3 && result.out.empty() && contains(result.log, text);
}

/// Every key of a list is missing.
inline bool lacks(const Json& json, std::initializer_list<const char*> keys) {
    for (const char* key : keys)
        if (json.contains(key)) return false;
    return true;
}

}  // namespace tasuki::test

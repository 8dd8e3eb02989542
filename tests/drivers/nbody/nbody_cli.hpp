// Runs `tasuki nbody` as a user would, on the CPU.
#pragma once

#include <string>

#include "io/bodies/snapshot.hpp"
#include "tests/drivers/cli.hpp"

namespace tasuki::test {

/// Bit by bit the same on the CPU only.
inline constexpr const char* kNbody = "nbody --placement cpu --gpus 0 ";

inline CliResult run_nbody(const std::string& arguments) {
    return run_cli(kNbody + arguments);
}

inline Json nbody_json(const std::string& arguments) {
    return cli_json(kNbody + arguments);
}

inline io::Snapshot snapshot_in(const std::string& path) {
    return io::read_snapshot(*io::open_source(path));
}

}  // namespace tasuki::test

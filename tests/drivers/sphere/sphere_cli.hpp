// Runs `tasuki sphere` as a user would, on the CPU.
#pragma once

#include <string>

#include "io/sphere/flow_snapshot.hpp"
#include "tests/drivers/cli.hpp"

namespace tasuki::test {

/// Bit by bit the same on the CPU only.
inline constexpr const char* kSphere = "sphere --placement cpu --gpus 0 ";

inline CliResult run_sphere(const std::string& arguments) {
    return run_cli(kSphere + arguments);
}

inline Json sphere_json(const std::string& arguments) {
    return cli_json(kSphere + arguments);
}

inline io::FlowSnapshot flow_in(const std::string& path) {
    return io::read_flow(*io::open_source(path));
}

}  // namespace tasuki::test

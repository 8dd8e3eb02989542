// Cases in an order that the seed alone decides, as many as the time allows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tasuki::faults {

struct Options {
    std::string program, interposed;
    std::uint64_t seed = 1;
    double seconds = 10;
    std::optional<std::size_t> only_case = {};
    std::string only = {};  ///< part of COMMAND/FAULT
    bool list = false;
};

/// @returns the number of cases that came out wrong
int run_campaign(const Options& options);

}  // namespace tasuki::faults

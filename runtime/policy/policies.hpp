// The scheduling policies that there are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tasuki::runtime {

/// A scheduling policy, with its description.
struct Policy {
    std::string name;         ///< for ContextOptions::policy
    std::string description;  ///< one line
};
/// Those of the linked StarPU, and ours.
std::vector<Policy> policies();
/// Their names.
std::vector<std::string> policy_names();

/// @throws UnavailableError  there is no such policy; lists those there are
void check_policy(std::string_view policy);

}  // namespace tasuki::runtime

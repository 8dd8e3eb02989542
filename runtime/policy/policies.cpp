#include "runtime/policy/policies.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <starpu.h>

#include <algorithm>

#include "runtime/core/error.hpp"
#include "runtime/policy/feedback_policy.hpp"

namespace tasuki::runtime {

std::vector<Policy> policies() {
    std::vector<Policy> all{
        {feedback_policy().policy_name, feedback_policy().policy_description}};
    for (auto** policy = starpu_sched_get_predefined_policies();
         *policy != nullptr; ++policy)
        all.push_back({(*policy)->policy_name, (*policy)->policy_description});
    return all;
}

std::vector<std::string> policy_names() {
    std::vector<std::string> names;
    for (const Policy& policy : policies()) names.push_back(policy.name);
    return names;
}

void check_policy(std::string_view policy) {
    const auto known = policy_names();
    if (std::find(known.begin(), known.end(), policy) == known.end())
        throw UnavailableError(
            fmt::format("scheduling policy '{}': this StarPU has {}", policy,
                        fmt::join(known, ", ")));
}

}  // namespace tasuki::runtime

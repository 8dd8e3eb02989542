// What `bench policies` prints and writes.
#pragma once

#include <string>
#include <vector>

#include "drivers/policies/bench/cases.hpp"
#include "drivers/policies/bench/regret.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers::policies {

/// Above that a policy is behind another one.
inline constexpr double kBehind = 0.01;
/// The policy whose losses are listed one by one.
inline constexpr const char* kOwn = "feedback";

struct Results {
    std::vector<Case> cases;
    /// Of the cases, in their order.
    std::vector<compare::Experiment> experiments;
    std::vector<compare::CellFailure> failures;
    std::vector<std::string> policies;
    int processes;  ///< of each policy
    /// Cases asked for; with fewer in `cases` the run goes on or was cut off.
    std::size_t planned;
    std::string command;  ///< that makes the folder

    bool is_complete() const { return cases.size() == planned; }
};

/// "SIMULATED on ...", one for each machine of a file.
std::vector<std::string> banners(const Results& results);

/// Four digits [ms]; "-" for none.
std::string milliseconds_text(std::optional<double> seconds);
/// Of the oracle, and the bound.
std::string oracle_text(const Case& one);
std::string bound_text(const Case& one);
/// "+1.4 %"; "-" for none.
std::string percent_text(std::optional<double> part);

void print_case_head(const std::vector<std::string>& policies);
/// The oracle, and the regret of each policy.
void print_case(const Case& one, const std::vector<std::string>& policies);
void print_summary(const Results& results);

Json to_json(const Results& results);

/// The page: HTML that is well-formed XML too.
std::string to_html(const Results& results);

}  // namespace tasuki::drivers::policies

// Whether the ranks of a run have the same options.
#pragma once

#include <string>
#include <vector>

#include "runtime/core/ranks.hpp"

namespace tasuki::io {

/// An option as it was given, or its default.
struct Setting {
    std::string option;  ///< with its dashes
    std::string value;   ///< as a message shows it
};

/// "--kappa: expected 0.1 as on rank 0, found 0.12 on ranks 1, 3", for each
/// option in which some rank differs from the first; empty where all agree.
std::vector<std::string> find_disagreements(
    const std::vector<std::vector<Setting>>& by_rank);

/// Every rank calls, with its own.
/// @param free  options that may differ, for the message
/// @throws UsageError  on all ranks, if they are not the same
void check_agreement(const runtime::Ranks& ranks,
                     const std::vector<Setting>& settings,
                     const std::string& free);

/// "rank 1", "ranks 1, 3"
std::string name_ranks(const std::vector<int>& ranks);

}  // namespace tasuki::io

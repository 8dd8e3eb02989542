// What `bench self` measures.
#pragma once

#include <string>
#include <vector>

#include "peers/self/self.hpp"

namespace tasuki::drivers {

/// As options have it.
struct SelfChoice {
    std::vector<std::string> experiments, ways;
    std::vector<int> sizes;  ///< of messages [B]; empty: those of the paper
    int repetitions;
};

/// Every size once, from the least on.
/// @throws UsageError  a size that is no multiple of 4
peers::self::Options make_plan(const SelfChoice& choice);

}  // namespace tasuki::drivers

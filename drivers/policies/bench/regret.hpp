// Regret: how much slower a scheduling policy is than an oracle.
//
// The oracle is the fastest static placement that was found.  It knows what the
// policy has to find out, but divides no kernel other than in steps, so that a
// policy can be faster: its regret is below 0 then.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "drivers/tasks/graphs/bound.hpp"

namespace tasuki::drivers::policies {

/// A policy, or a static placement, in several processes.
struct Measured {
    std::string name;
    std::vector<double> seconds;  ///< of each process, in its steady state
    /// (process, iteration) from the first iteration on [s]; none if the
    /// command warms up before it measures.
    std::vector<std::vector<double>> iterations{};

    double median() const;
    /// The iteration, from 1, since which none took over 5 % more than in the
    /// steady state; that of the slowest process.  None without iterations.
    std::optional<std::size_t> settled() const;
};

/// One task graph on one machine.
struct Case {
    std::string machine, graph;
    std::vector<Measured> placements;  ///< static ones
    std::vector<Measured> policies;
    /// No placement and no policy takes less; none where it is not known.
    std::optional<Bound> bound{};

    /// The placement with the least median; null if none has run.
    const Measured* oracle() const;
    /// Null if it has not run.
    const Measured* find(const std::string& policy) const;
    /// Time of the policy over that of the oracle, less one; none if one of
    /// them has not run.
    std::optional<double> regret(const std::string& policy) const;
    /// The same with the mean time of its first `count` iterations, which have
    /// the search for places in them.
    std::optional<double> regret_of_first(const std::string& policy,
                                          std::size_t count) const;
    /// The policy with the least median, but for `other`; null if none has run.
    const Measured* best_policy_but(const std::string& other) const;
};

/// A policy over all cases in which it and a placement have run.
struct Summary {
    std::string policy;
    std::size_t cases;
    double median, worst;    ///< regrets
    const Case* worst_case;  ///< never null
    /// What the search for places adds to the regret of all iterations, in the
    /// median of the cases that have iterations; none without one.
    std::optional<double> search;
};

/// Without the policies that have no such case.
std::vector<Summary> summarize(const std::vector<Case>& cases,
                               const std::vector<std::string>& policies);

/// A case in which a policy is slower than the fastest other one.
struct Behind {
    const Case* where;
    std::string faster;  ///< policy
    double part;         ///< time over that of `faster`, less one
};

/// The worst first.
/// @param least  `part` above which a case counts
std::vector<Behind> behind_others(const std::vector<Case>& cases,
                                  const std::string& policy, double least);

}  // namespace tasuki::drivers::policies

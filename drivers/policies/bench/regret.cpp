#include "drivers/policies/bench/regret.hpp"

#include <algorithm>
#include <numeric>

#include "runtime/core/median.hpp"

namespace tasuki::drivers::policies {

namespace {

const Measured* fastest_of(const std::vector<Measured>& all,
                           const std::string& but) {
    const Measured* best = nullptr;
    for (const auto& one : all)
        if (one.name != but && !one.seconds.empty() &&
            (!best || one.median() < best->median()))
            best = &one;
    return best;
}

}  // namespace

double Measured::median() const {
    return runtime::median(seconds);
}

std::optional<std::size_t> Measured::settled() const {
    std::optional<std::size_t> latest;
    for (std::size_t p = 0; p < iterations.size(); ++p) {
        std::size_t since = 1;
        for (std::size_t k = 0; k < iterations[p].size(); ++k)
            if (iterations[p][k] > 1.05 * seconds[p]) since = k + 2;
        latest = std::max(latest.value_or(1), since);
    }
    return latest;
}

const Measured* Case::oracle() const {
    return fastest_of(placements, "");
}

const Measured* Case::find(const std::string& policy) const {
    const auto found = std::ranges::find(policies, policy, &Measured::name);
    return found == policies.end() || found->seconds.empty() ? nullptr
                                                             : &*found;
}

std::optional<double> Case::regret(const std::string& policy) const {
    const auto* best = oracle();
    const auto* found = find(policy);
    if (!best || !found) return std::nullopt;
    return found->median() / best->median() - 1;
}

std::optional<double> Case::regret_of_first(const std::string& policy,
                                            std::size_t count) const {
    const auto* best = oracle();
    const auto* found = find(policy);
    if (!best || !found || count == 0) return std::nullopt;
    std::vector<double> means;
    for (const auto& seconds : found->iterations)
        if (seconds.size() >= count)
            means.push_back(
                std::accumulate(
                    seconds.begin(),
                    seconds.begin() + static_cast<std::ptrdiff_t>(count), 0.0) /
                static_cast<double>(count));
    if (means.empty()) return std::nullopt;
    return runtime::median(means) / best->median() - 1;
}

const Measured* Case::best_policy_but(const std::string& other) const {
    return fastest_of(policies, other);
}

std::vector<Summary> summarize(const std::vector<Case>& cases,
                               const std::vector<std::string>& policies) {
    std::vector<Summary> summaries;
    for (const auto& policy : policies) {
        Summary summary{policy, 0, 0, 0, nullptr, std::nullopt};
        std::vector<double> regrets, searches;
        for (const auto& one : cases) {
            const auto regret = one.regret(policy);
            if (!regret) continue;
            if (!summary.worst_case || *regret > summary.worst) {
                summary.worst = *regret;
                summary.worst_case = &one;
            }
            regrets.push_back(*regret);
            const auto& runs = one.find(policy)->iterations;
            if (!runs.empty())
                if (const auto all =
                        one.regret_of_first(policy, runs.front().size()))
                    searches.push_back(*all - *regret);
        }
        if (regrets.empty()) continue;
        summary.cases = regrets.size();
        summary.median = runtime::median(regrets);
        if (!searches.empty()) summary.search = runtime::median(searches);
        summaries.push_back(summary);
    }
    return summaries;
}

std::vector<Behind> behind_others(const std::vector<Case>& cases,
                                  const std::string& policy, double least) {
    std::vector<Behind> behind;
    for (const auto& one : cases) {
        const auto* own = one.find(policy);
        const auto* best = one.best_policy_but(policy);
        if (!own || !best) continue;
        const double part = own->median() / best->median() - 1;
        if (part > least) behind.push_back({&one, best->name, part});
    }
    std::ranges::stable_sort(behind, std::ranges::greater{}, &Behind::part);
    return behind;
}

}  // namespace tasuki::drivers::policies

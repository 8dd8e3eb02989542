#include "drivers/compare/recommendation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "drivers/compare/comparison.hpp"
#include "runtime/median.hpp"

namespace tasuki::drivers::compare {

namespace {

/// By whatever is given, not chosen.  `cpu` takes part in problems with GPUs
/// through compare_placements() only: here it is a problem without.
using Problem = std::tuple<std::vector<std::string>, int, int>;

Problem problem_of(const CellResult& r) {
    return {r.cell.problem, r.cell.ranks, r.cell.gpus};
}

Choice choice_of(const CellResult& r) {
    return {r.cell.placement, r.policy, r.cell.blocks};
}

using Problems = std::map<Problem, std::vector<const CellResult*>>;

Problems problems_of(const std::vector<CellResult>& results) {
    Problems problems;
    for (const auto& result : results)
        problems[problem_of(result)].push_back(&result);
    // A CPU that is slower than the GPU beside it is not to be recommended.
    const bool with_gpus = std::ranges::any_of(
        results, [](const auto& r) { return r.cell.gpus > 0; });
    if (with_gpus)
        std::erase_if(problems, [](const auto& entry) {
            return std::get<2>(entry.first) == 0;
        });
    return problems;
}

const CellResult& fastest(const std::vector<const CellResult*>& results) {
    return **std::ranges::max_element(
        results, {}, [](const CellResult* r) { return r->speed; });
}

struct Score {
    int problems = 0;
    double log_sum = 0;  ///< of speed over the fastest
    double worst = 1;    ///< the same, least

    double mean() const { return std::exp(log_sum / problems); }
};

std::map<Choice, Score> scores_of(const Problems& problems) {
    std::map<Choice, Score> scores;
    for (const auto& [problem, results] : problems) {
        const double best = fastest(results).speed;
        for (const auto* result : results) {
            auto& score = scores[choice_of(*result)];
            const double share = result->speed / best;
            ++score.problems;
            score.log_sum += std::log(share);
            score.worst = std::min(score.worst, share);
        }
    }
    return scores;
}

/// Least and greatest of some percentages.
struct Range {
    double least, greatest;
};

std::optional<Range> range_of(const std::vector<double>& values) {
    if (values.empty()) return std::nullopt;
    const auto [least, greatest] =
        std::minmax_element(values.begin(), values.end());
    return Range{*least, *greatest};
}

/// "3 to 12 %", "3 %"
std::string percent(double least, double greatest) {
    // The sum makes a zero of one below zero, which is nothing to tell.
    const auto a = fmt::format("{:.0f}", std::round(least) + 0.0);
    const auto b = fmt::format("{:.0f}", std::round(greatest) + 0.0);
    return a == b ? b + " %" : fmt::format("{} to {} %", a, b);
}

/// Speeds relative to another [%], as a person says them.
std::string slower_or_faster(Range r) {
    const bool slower = std::round(r.greatest) <= 0;
    const bool faster = std::round(r.least) >= 0;
    if (slower && faster) return "as fast";
    if (slower) return percent(-r.greatest, -r.least) + " slower";
    if (faster) return percent(r.least, r.greatest) + " faster";
    return fmt::format("from {:.0f} % slower to {:.0f} % faster", -r.least,
                       r.greatest);
}

const CellResult* find(const std::vector<const CellResult*>& results,
                       const Choice& choice) {
    const auto found = std::ranges::find_if(
        results, [&](const auto* r) { return choice_of(*r) == choice; });
    return found == results.end() ? nullptr : *found;
}

/// Speed of one choice over that of another, less one, per problem [%].
std::vector<double> relative(const Problems& problems, const Choice& other,
                             const Choice& chosen) {
    std::vector<double> percents;
    for (const auto& [problem, results] : problems) {
        const auto *a = find(results, other), *b = find(results, chosen);
        if (a && b) percents.push_back(100 * (a->speed / b->speed - 1));
    }
    return percents;
}

/// Whether a repetition of `other` was as fast as the median of `chosen`; a
/// problem that `chosen` did not run says nothing.
bool as_fast(const std::vector<const CellResult*>& results, const Choice& other,
             const Choice& chosen) {
    const auto *a = find(results, other), *b = find(results, chosen);
    return !b || (a && a->speed_max() >= b->speed);
}

/// A sentence per alternative on one axis, the others as chosen.
void add_alternatives(const Problems& problems,
                      const std::map<Choice, Score>& scores,
                      const Choice& chosen, std::string Choice::*axis,
                      const char* option, std::vector<std::string>& sentences) {
    std::vector<std::string> parts;
    for (const auto& [choice, score] : scores) {
        Choice same = choice;
        same.*axis = chosen.*axis;
        if (same != chosen || choice == chosen) continue;
        if (const auto range = range_of(relative(problems, choice, chosen)))
            parts.push_back(fmt::format("{} is {}", choice.*axis,
                                        slower_or_faster(*range)));
    }
    if (!parts.empty())
        sentences.push_back(fmt::format("With another {}: {}.", option,
                                        fmt::join(parts, "; ")));
}

std::string how_good(const Score& score, std::size_t problems) {
    if (problems == 1) return "the fastest for the only problem measured";
    if (score.worst > 0.999)
        return fmt::format("the fastest for each of the {} problems", problems);
    return fmt::format(
        "over {} problems never more than {:.0f} % behind the "
        "fastest of all",
        score.problems, std::ceil(100 * (1 - score.worst)));
}

std::string use(const Choice& choice, const Score& score,
                std::size_t problems) {
    const auto blocks = choice.blocks.empty() || choice.blocks == kAutomatic
                            ? std::string{}
                            : " --blocks " + choice.blocks;
    return fmt::format("Use --placement {} --sched {}{}: {}.", choice.placement,
                       choice.policy, blocks, how_good(score, problems));
}

/// Choices that the spread of the repetitions cannot tell from the chosen one.
void add_equals(const Problems& problems, const std::map<Choice, Score>& scores,
                const Choice& chosen, std::vector<std::string>& sentences) {
    constexpr std::size_t kMostNamed = 4;
    std::vector<std::string> equals;
    for (const auto& [choice, score] : scores) {
        if (choice == chosen || score.problems < scores.at(chosen).problems)
            continue;
        if (std::ranges::all_of(problems, [&](const auto& entry) {
                return as_fast(entry.second, choice, chosen);
            }))
            equals.push_back(fmt::format(
                "{} with {}{}", choice.placement, choice.policy,
                choice.blocks.empty() ? "" : " in " + choice.blocks));
    }
    if (equals.empty()) return;
    const auto more =
        equals.size() > kMostNamed
            ? fmt::format(" and {} more", equals.size() - kMostNamed)
            : "";
    equals.resize(std::min(equals.size(), kMostNamed));
    sentences.push_back(
        fmt::format("Within the spread of the repetitions as fast: {}{}.",
                    fmt::join(equals, "; "), more));
}

void add_cpu_worth(const std::vector<Comparison>& comparisons,
                   std::vector<std::string>& sentences) {
    std::vector<std::string> parts;
    for (const auto& placement : placements_in(comparisons)) {
        if (placement == "cpu" || placement == "gpu" || placement == "dynamic")
            continue;
        std::vector<double> gains;
        for (const auto& c : comparisons)
            if (const auto gain = c.gain_over_gpu(placement))
                gains.push_back(*gain);
        if (const auto range = range_of(gains))
            parts.push_back(
                fmt::format("{} is {}", placement, slower_or_faster(*range)));
    }
    if (!parts.empty())
        sentences.push_back(fmt::format(
            "Work on the host, against gpu only: {}.", fmt::join(parts, "; ")));
    std::vector<double> shares;
    for (const auto& c : comparisons)
        if (const auto gain = c.gain_over_gpu("cpu"))
            shares.push_back(100 + *gain);
    if (const auto range = range_of(shares))
        sentences.push_back(fmt::format(
            "The CPU alone reaches {:.1f} to {:.1f} % of the GPU's speed.",
            range->least, range->greatest));
    if (std::ranges::all_of(comparisons,
                            [](const auto& c) { return c.work.gpus == 0; }))
        sentences.emplace_back(
            "No GPU took part: what the CPU is worth beside one was not "
            "measured.");
}

void add_dynamic(const std::vector<Comparison>& comparisons,
                 std::vector<std::string>& sentences) {
    std::vector<double> behind;
    for (const auto& c : comparisons)
        if (const auto b = c.dynamic_behind()) behind.push_back(*b);
    const auto range = range_of(behind);
    if (!range) return;
    sentences.push_back(
        range->greatest <= 0
            ? fmt::format("dynamic is never behind the best static placement, "
                          "and up to {:.1f} % ahead of it.",
                          -range->least)
            : fmt::format("dynamic is at most {:.1f} % behind the best static "
                          "placement ({} comparisons).",
                          range->greatest, behind.size()));
}

/// Whoever reads "3 % slower" should know what 3 % are worth here.
void add_spread(const std::vector<CellResult>& results,
                std::vector<std::string>& sentences) {
    std::vector<double> spreads;
    for (const auto& r : results)
        spreads.push_back(100 * (r.seconds_max - r.seconds_min) / r.seconds);
    sentences.push_back(fmt::format(
        "Repetitions of a cell differ by {:.0f} % (slowest to fastest, median "
        "of the cells): a difference below that may be noise.",
        runtime::median(spreads)));
}

}  // namespace

Recommendation recommend(const std::vector<CellResult>& results) {
    const auto problems = problems_of(results);
    const auto scores = scores_of(problems);
    const auto best =
        std::ranges::max_element(scores, {}, [](const auto& entry) {
            return std::pair{entry.second.problems, entry.second.mean()};
        });
    const auto& [chosen, score] = *best;
    Recommendation r{chosen, {use(chosen, score, problems.size())}};
    add_equals(problems, scores, chosen, r.sentences);
    add_alternatives(problems, scores, chosen, &Choice::policy, "policy",
                     r.sentences);
    add_alternatives(problems, scores, chosen, &Choice::blocks,
                     "decomposition into blocks", r.sentences);
    const auto comparisons = compare_placements(results);
    add_cpu_worth(comparisons, r.sentences);
    add_dynamic(comparisons, r.sentences);
    add_spread(results, r.sentences);
    return r;
}

}  // namespace tasuki::drivers::compare

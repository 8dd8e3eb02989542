#include "drivers/compare/recommendation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <tuple>

#include "drivers/compare/comparison.hpp"
#include "runtime/core/median.hpp"

namespace tasuki::drivers::compare {

namespace {

using Results = std::map<Choice, const CellResult*>;

/// By whatever is given, not chosen.  `cpu` takes part in problems with GPUs
/// through compare_placements() only: here it is a problem without.
using Problem = std::tuple<std::vector<std::string>, int, int, std::string>;
using Problems = std::map<Problem, Results>;

Problems problems_of(const std::vector<CellResult>& results) {
    Problems problems;
    for (const auto& r : results)
        problems[{r.cell.problem, r.cell.ranks, r.cell.gpus, r.cell.outputs}]
            .emplace(Choice{r.cell.placement, r.policy, r.cell.blocks}, &r);
    // A CPU that is slower than the GPU beside it is not to be recommended.
    const bool with_gpus = std::ranges::any_of(
        results, [](const auto& r) { return r.cell.gpus > 0; });
    if (with_gpus)
        std::erase_if(problems, [](const auto& entry) {
            return std::get<2>(entry.first) == 0;
        });
    return problems;
}

constexpr const char* kFastest = "fastest";

struct Score {
    int problems = 0;
    double log_sum = 0;  ///< of speed over the fastest
    double worst = 1;    ///< the same, least

    double mean() const { return std::exp(log_sum / problems); }
};

using Scores = std::map<Choice, Score>;

Scores scores_of(const Problems& problems) {
    Scores scores;
    for (const auto& [problem, results] : problems) {
        double best = 0;
        for (const auto& [choice, r] : results) best = std::max(best, r->speed);
        for (const auto& [choice, r] : results) {
            auto& score = scores[choice];
            ++score.problems;
            score.log_sum += std::log(r->speed / best);
            score.worst = std::min(score.worst, r->speed / best);
        }
    }
    return scores;
}

/// Speeds relative to another [%], as a person says them: "3 to 12 % slower".
std::string slower_or_faster(const std::vector<double>& percents) {
    const auto [least, most] = std::ranges::minmax(percents);
    const double a = std::round(least), b = std::round(most);
    const auto range = [](double from, double to) {
        return from == to ? fmt::format("{:.0f} %", std::abs(to))
                          : fmt::format("{:.0f} to {:.0f} %", std::abs(from),
                                        std::abs(to));
    };
    if (a == 0 && b == 0) return "as fast";
    if (b <= 0) return range(b, a) + " slower";
    if (a >= 0) return range(a, b) + " faster";
    return fmt::format("from {:.0f} % slower to {:.0f} % faster", -a, b);
}

/// What the others on one axis would cost, the rest as chosen.
std::string alternatives(const Problems& problems, const Scores& scores,
                         const Choice& chosen, std::string Choice::*axis,
                         const char* option) {
    std::vector<std::string> parts;
    for (const auto& [choice, score] : scores) {
        Choice same = choice;
        same.*axis = chosen.*axis;
        if (same != chosen || choice == chosen) continue;
        std::vector<double> percents;
        for (const auto& [problem, results] : problems) {
            const auto a = results.find(choice), b = results.find(chosen);
            if (a != results.end() && b != results.end())
                percents.push_back(100 *
                                   (a->second->speed / b->second->speed - 1));
        }
        if (!percents.empty())
            parts.push_back(fmt::format("{} is {}", choice.*axis,
                                        slower_or_faster(percents)));
    }
    if (parts.empty()) return {};
    return fmt::format("With another {}: {}.", option, fmt::join(parts, "; "));
}

/// @param fastest  "fastest", or what it is among those that were scored
std::string use(const Choice& choice, const Score& score, std::size_t problems,
                const std::string& fastest) {
    const auto blocks = choice.blocks.empty() || choice.blocks == kAutomatic
                            ? std::string{}
                            : " --blocks " + choice.blocks;
    const auto how_good =
        problems == 1
            ? fmt::format("the {} for the only problem measured", fastest)
        : score.worst > 0.999
            ? fmt::format("the {} for each of the {} problems", fastest,
                          problems)
            : fmt::format(
                  "over {} problems never more than {:.0f} % behind the {}",
                  score.problems, std::ceil(100 * (1 - score.worst)),
                  fastest == kFastest ? "fastest of all" : fastest);
    const auto said = [](const char* option, const std::string& value) {
        return value == kUnsaid ? "" : fmt::format(" {} {}", option, value);
    };
    const auto options = said("--placement", choice.placement) +
                         said("--sched", choice.policy) + blocks;
    // A program may have been varied in its problem only.
    return fmt::format("Use{}: {}.",
                       options.empty() ? " the program as it is" : options,
                       how_good);
}

/// Whether a repetition of `other` was as fast as the median of `chosen`; a
/// problem that `chosen` did not run says nothing.
bool as_fast(const Results& results, const Choice& other,
             const Choice& chosen) {
    const auto a = results.find(other), b = results.find(chosen);
    return b == results.end() ||
           (a != results.end() && a->second->speed_max() >= b->second->speed);
}

/// Choices that the spread of the repetitions cannot tell from the chosen one.
std::string equals(const Problems& problems, const Scores& scores,
                   const Choice& chosen) {
    constexpr std::size_t kMostNamed = 4;
    std::vector<std::string> found;
    for (const auto& [choice, score] : scores)
        if (choice != chosen && score.problems >= scores.at(chosen).problems &&
            std::ranges::all_of(problems, [&, &other = choice](const auto& e) {
                return as_fast(e.second, other, chosen);
            }))
            found.push_back(fmt::format(
                "{}{}{}", choice.placement,
                choice.policy == kUnsaid ? "" : " with " + choice.policy,
                choice.blocks.empty() ? "" : " in " + choice.blocks));
    if (found.empty()) return {};
    const auto named = std::min(found.size(), kMostNamed);
    const auto more = found.size() - named;
    found.resize(named);
    return fmt::format("Within the spread of the repetitions as fast: {}{}.",
                       fmt::join(found, "; "),
                       more > 0 ? fmt::format(" and {} more", more) : "");
}

using Comparisons = std::vector<Comparison>;

/// A figure of the comparisons that have it.
template <class Get>
std::vector<double> all_of(const Comparisons& comparisons, const Get& get) {
    std::vector<double> values;
    for (const auto& c : comparisons)
        if (const std::optional<double> value = std::invoke(get, c))
            values.push_back(*value);
    return values;
}

std::vector<double> gains(const Comparisons& comparisons,
                          const std::string& placement) {
    return all_of(comparisons, [&](const Comparison& c) {
        return c.gain_over_gpu(placement);
    });
}

std::string host_worth(const Comparisons& comparisons) {
    std::vector<std::string> parts;
    for (const auto& placement : placements_in(comparisons)) {
        if (placement == "cpu" || placement == "gpu" || placement == "dynamic")
            continue;
        if (const auto percents = gains(comparisons, placement);
            !percents.empty())
            parts.push_back(
                fmt::format("{} is {}", placement, slower_or_faster(percents)));
    }
    if (parts.empty()) return {};
    return fmt::format("Work on the host, against gpu only: {}.",
                       fmt::join(parts, "; "));
}

/// In how many comparisons with a GPU the CPU alone is faster than all others.
std::ptrdiff_t cpu_wins(const Comparisons& comparisons) {
    return std::ranges::count_if(comparisons, [](const Comparison& c) {
        return c.find("gpu") && c.best().cell.placement == "cpu";
    });
}

std::string cpu_worth(const Comparisons& comparisons) {
    if (std::ranges::all_of(comparisons,
                            [](const auto& c) { return c.work.gpus == 0; })) {
        const bool both =
            std::ranges::any_of(comparisons, [](const Comparison& c) {
                return c.work.ranks == 1 && c.find("cpu") && c.find("dynamic");
            });
        return fmt::format(
            "No GPU took part: what the CPU is worth beside one was not "
            "measured{}.",
            both ? ", and cpu and dynamic are the same: they differ by noise"
                 : "");
    }
    const auto percents = gains(comparisons, "cpu");
    if (percents.empty()) return {};
    const auto [least, most] = std::ranges::minmax(percents);
    const auto wins = cpu_wins(comparisons);
    return fmt::format(
        "The CPU alone reaches {:.1f} to {:.1f} % of the GPU's speed{}.",
        100 + least, 100 + most,
        wins == 0 ? ""
                  : fmt::format("; --placement cpu is the fastest of all in {} "
                                "of {} comparisons",
                                wins, percents.size()));
}

std::string dynamic_worth(const Comparisons& comparisons) {
    const auto behind = all_of(comparisons, &Comparison::dynamic_behind);
    if (behind.empty()) return {};
    const auto [least, most] = std::ranges::minmax(behind);
    return most <= 0 ? fmt::format(
                           "dynamic is never behind the best static "
                           "placement, and up to {:.1f} % ahead of it.",
                           -least)
                     : fmt::format(
                           "dynamic is at most {:.1f} % behind the best "
                           "static placement ({} comparisons).",
                           most, behind.size());
}

/// "1.05 x", "1.05 to 1.20 x"
std::string times_text(const std::vector<double>& ratios) {
    const auto [least, most] = std::ranges::minmax(ratios);
    const auto from = fmt::format("{:.2f}", least),
               to = fmt::format("{:.2f}", most);
    return (from == to ? to : from + " to " + to) + " x";
}

/// What outputs cost, and what is gained where they are beside the work.
/// Without cells that write none, those in line are the measure.
std::string outputs_worth(const std::vector<CellResult>& results) {
    const bool has_none = std::ranges::any_of(
        results, [](const auto& r) { return !r.cell.has_outputs(); });
    const std::string measure = has_none ? kNoOutputs : kInLine;
    // By placement, then by outputs: times over those of the measure.
    std::map<std::string, std::map<std::string, std::vector<double>>> ratios;
    for (const auto& r : results) {
        Cell other = r.cell;
        other.outputs = measure;
        const auto found = std::ranges::find(results, other, &CellResult::cell);
        if (r.cell.outputs != measure && found != results.end() &&
            r.with_outputs > 0 && found->with_outputs > 0)
            ratios[r.cell.placement][r.cell.outputs].push_back(
                r.with_outputs / found->with_outputs);
    }
    std::vector<std::string> parts;
    for (const auto& [placement, of] : ratios) {
        std::string text;
        if (const auto at = of.find(kBeside); at != of.end())
            text = "beside the work " + times_text(at->second);
        if (const auto at = of.find(kInLine); at != of.end())
            text += (text.empty() ? "in line " : ", in line ") +
                    times_text(at->second);
        parts.push_back(fmt::format("{} (placement {})", text, placement));
    }
    if (parts.empty()) return {};
    return fmt::format("Time with outputs over that {}: {}.",
                       has_none ? "without" : "with outputs in line",
                       fmt::join(parts, "; "));
}

/// A reader of "3 % slower" should know what 3 % are worth here.
std::string spread(const std::vector<CellResult>& results) {
    // Repetitions hardly differ there, which says nothing of how far off the
    // machine itself would be.
    if (results.front().cell.subject->simulated)
        return "These times are simulated: a difference below the errors in "
               "docs/simulate.md decides nothing.";
    std::vector<double> spreads;
    for (const auto& r : results)
        if (!r.cell.has_outputs())  // else their time is one
            spreads.push_back(100 * (r.seconds_max - r.seconds_min) /
                              r.seconds);
    if (spreads.empty()) return {};
    return fmt::format(
        "Repetitions of a cell differ by {:.0f} % (slowest to fastest, median "
        "of the cells): a difference below that may be noise.",
        runtime::median(spreads));
}

}  // namespace

Recommendation recommend(const std::vector<CellResult>& results) {
    const auto problems = problems_of(results);
    const auto scores = scores_of(problems);
    const auto& [chosen, score] =
        *std::ranges::max_element(scores, {}, [](const auto& entry) {
            return std::pair{entry.second.problems, entry.second.mean()};
        });
    const auto comparisons = compare_placements(results);
    Recommendation r{
        chosen,
        {use(chosen, score, problems.size(),
             cpu_wins(comparisons) > 0 ? "fastest with a GPU" : kFastest),
         equals(problems, scores, chosen),
         alternatives(problems, scores, chosen, &Choice::policy, "policy"),
         alternatives(problems, scores, chosen, &Choice::blocks,
                      "decomposition into blocks"),
         host_worth(comparisons), cpu_worth(comparisons),
         dynamic_worth(comparisons), outputs_worth(results), spread(results)}};
    std::erase(r.sentences, "");  // what the cells say nothing of
    return r;
}

}  // namespace tasuki::drivers::compare

#include "drivers/policies/bench/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "drivers/common/seconds.hpp"
#include "drivers/compare/simulated_subject.hpp"
#include "io/atomic_file.hpp"
#include "io/print.hpp"
#include "json/json.hpp"

namespace tasuki::drivers::policies {

namespace {

std::string case_text(const Case& c) {
    return fmt::format("{}, {}", c.machine, c.graph);
}

Json percent_json(std::optional<double> part) {
    return part ? Json(100 * *part) : Json(nullptr);
}

Json to_json(const Case& c, const compare::Experiment& experiment) {
    Json json{{"machine", c.machine}, {"graph", c.graph}};
    if (experiment.subject->simulated)
        json["simulated"] = compare::simulation_json(*experiment.subject);
    json["oracle"] = nullptr;
    if (const auto* oracle = c.oracle())
        json["oracle"] = {{"placement", oracle->name},
                          {"seconds_median", oracle->median()}};
    json["bound"] = c.bound ? json_of(*c.bound) : Json(nullptr);
    json["placements"] = Json::array();
    for (const auto& placement : c.placements) {
        Json row{{"placement", placement.name}};
        add_seconds(row, placement.seconds);
        json["placements"].push_back(std::move(row));
    }
    json["policies"] = Json::array();
    for (const auto& policy : c.policies) {
        Json row{{"policy", policy.name}};
        add_seconds(row, policy.seconds);
        row["regret_percent"] = percent_json(c.regret(policy.name));
        if (const auto settled = policy.settled()) {
            row["settled"] = *settled;
            row["regret_with_search_percent"] = percent_json(c.regret_of_first(
                policy.name, policy.iterations.front().size()));
            row["iterations_all"] = policy.iterations;
        }
        json["policies"].push_back(std::move(row));
    }
    return json;
}

}  // namespace

std::vector<std::string> banners(const Results& results) {
    std::vector<std::string> all;
    for (const auto& experiment : results.experiments)
        if (const auto text = compare::simulation_banner(*experiment.subject);
            !text.empty() && std::ranges::find(all, text) == all.end())
            all.push_back(text);
    return all;
}

std::string milliseconds_text(std::optional<double> seconds) {
    return seconds ? fmt::format("{:.4g}", 1e3 * *seconds) : "-";
}

std::string oracle_text(const Case& c) {
    const auto* oracle = c.oracle();
    return milliseconds_text(oracle ? std::optional{oracle->median()}
                                    : std::nullopt);
}

std::string bound_text(const Case& c) {
    return milliseconds_text(c.bound ? std::optional{c.bound->seconds()}
                                     : std::nullopt);
}

std::string percent_text(std::optional<double> part) {
    return part ? fmt::format("{:+.1f} %", 100 * *part) : "-";
}

void print_case_head(const std::vector<std::string>& policies) {
    io::print("{:<14} {:<20} {:>10} {:>12}", "machine", "graph", "bound [ms]",
              "oracle [ms]");
    for (const auto& policy : policies)
        io::print(" {:>{}}", policy, std::max<std::size_t>(10, policy.size()));
    io::print("  {}\n", "placement of the oracle");
}

void print_case(const Case& c, const std::vector<std::string>& policies) {
    const auto* oracle = c.oracle();
    io::print("{:<14} {:<20} {:>10} {:>12}", c.machine, c.graph, bound_text(c),
              oracle_text(c));
    for (const auto& policy : policies)
        io::print(" {:>{}}", percent_text(c.regret(policy)),
                  std::max<std::size_t>(10, policy.size()));
    io::print("  {}\n", oracle ? oracle->name : "-");
    io::flush_stdout();
}

void print_summary(const Results& results) {
    io::print("\n{:<14} {:>6} {:>14} {:>13} {:>13}  {}\n", "policy", "cases",
              "median regret", "search adds", "worst regret", "in");
    for (const auto& s : summarize(results.cases, results.policies))
        io::print("{:<14} {:>6} {:>14} {:>13} {:>13}  {}\n", s.policy, s.cases,
                  percent_text(s.median), percent_text(s.search),
                  percent_text(s.worst), case_text(*s.worst_case));
    if (std::ranges::find(results.policies, kOwn) != results.policies.end()) {
        const auto behind = behind_others(results.cases, kOwn, kBehind);
        io::print(
            "\n{} is more than {:.0f} % slower than the fastest other "
            "policy in {} of {} cases\n",
            kOwn, 100 * kBehind, behind.size(), results.cases.size());
        for (const auto& b : behind)
            io::print("  {:<36} {:>9} against {}\n", case_text(*b.where),
                      percent_text(b.part), b.faster);
    }
    for (const auto& failure : results.failures)
        io::print("failed, {}: {}: {}\n", how_it_ended(failure),
                  failure.command, failure.reason);
}

Json to_json(const Results& results) {
    Json json{{"policies", results.policies},
              {"processes", results.processes},
              {"complete", results.is_complete()},
              {"version", ""},
              {"command", results.command}};
    if (!results.experiments.empty())
        json["version"] = results.experiments.front().version;
    json["summary"] = Json::array();
    for (const auto& s : summarize(results.cases, results.policies))
        json["summary"].push_back(
            {{"policy", s.policy},
             {"cases", s.cases},
             {"regret_median_percent", 100 * s.median},
             {"search_adds_percent", percent_json(s.search)},
             {"regret_worst_percent", 100 * s.worst},
             {"worst_machine", s.worst_case->machine},
             {"worst_graph", s.worst_case->graph}});
    json["behind"] = Json::array();
    for (const auto& b : behind_others(results.cases, kOwn, kBehind))
        json["behind"].push_back({{"machine", b.where->machine},
                                  {"graph", b.where->graph},
                                  {"faster", b.faster},
                                  {"percent", 100 * b.part}});
    json["cases"] = Json::array();
    for (std::size_t k = 0; k < results.cases.size(); ++k)
        json["cases"].push_back(
            to_json(results.cases[k], results.experiments[k]));
    json["failed"] = Json::array();
    for (const auto& failure : results.failures)
        json["failed"].push_back(compare::to_json(failure));
    return json;
}

}  // namespace tasuki::drivers::policies

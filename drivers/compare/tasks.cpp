// Graphs that are not of our physics: iterations per second.
#include <algorithm>

#include "drivers/compare/subject.hpp"
#include "json/json.hpp"

namespace tasuki::drivers::compare {

namespace {

/// The steady state counts; the repetitions are all iterations.
Times times_of_iterations(const Json& result) {
    const auto& row = result.at("rows").at(0);
    const auto all = row.at("seconds").get<std::vector<double>>();
    const auto mean = row.at("seconds_steady").get<double>();
    if (all.empty()) return {mean, all, 0};
    // The mean of equal times can be below all of them by a rounding.
    const auto [least, greatest] = std::ranges::minmax(all);
    const double steady = std::clamp(mean, least, greatest);
    return {steady, all, 1 / steady};
}

}  // namespace

const Subject& tasks_subject() {
    static const Subject subject{
        .command = "tasks",
        .title = "Task graphs of many kinds",
        .input = "kernels with a cost, which compute nothing",
        .axes = {{.name = "graph",
                  .option = "--graphs",
                  .argument = "--graph",
                  .help = "task graphs",
                  .defaults = {},
                  .is_text = true}},
        .x_label = "graph",
        .speed = "iterations_per_second",
        .unit = "iterations/s",
        .times = times_of_iterations,
        .policy_path = "/rows/0/policy",
        .columns = {{"settled", "/rows/0/settled", "settled", "{:.0f}"}},
        .columns_note =
            "Settled: the iteration since which none took over 5 % more than "
            "those of the last quarter.",
        .simulated_note =
            "Settled: the iteration since which none took over 5 % more than "
            "those of the last quarter.",
        .arguments = {"--no-oracle"},
        .passes_gpus = false,
        .static_repetitions = 4};
    return subject;
}

}  // namespace tasuki::drivers::compare

#include "drivers/compare/cell.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tasuki::drivers::compare {

std::string key(const Cell& c) {
    auto text =
        fmt::format("{}_{}_r{}_n{}_g{}_b{}_{}_{}",
                    lattice::to_string(c.lattice), c.precision, c.reconstruct,
                    c.ranks, c.gpus, c.blocks, c.policy, c.placement);
    std::ranges::replace(text, ':', '-');
    return text;
}

std::vector<std::string> arguments(const Cell& c, int repetitions) {
    // A hot start: the same links on every machine, and data that are not zero.
    std::vector<std::string> words{"wilson",
                                   "--gauge",
                                   "hot:1",
                                   "--lattice",
                                   lattice::to_string(c.lattice),
                                   "--precision",
                                   c.precision,
                                   "--reconstruct",
                                   std::to_string(c.reconstruct),
                                   "--placement",
                                   c.placement,
                                   "--sched",
                                   c.policy,
                                   "--gpus",
                                   std::to_string(c.gpus),
                                   "--repetitions",
                                   std::to_string(repetitions)};
    if (c.blocks != kAutomatic) {
        words.emplace_back("--blocks");
        words.push_back(c.blocks);
    }
    return words;
}

std::string command_line(const Cell& c, int repetitions) {
    const auto ranks =
        c.ranks > 1 ? fmt::format("mpirun -np {} ", c.ranks) : "";
    return fmt::format("{}tasuki {}", ranks,
                       fmt::join(arguments(c, repetitions), " "));
}

nlohmann::ordered_json to_json(const Cell& c) {
    return {{"lattice", c.lattice.n},
            {"precision", c.precision},
            {"reconstruct", c.reconstruct},
            {"ranks", c.ranks},
            {"gpus", c.gpus},
            {"blocks", c.blocks},
            {"policy", c.policy},
            {"placement", c.placement}};
}

Cell cell_from_json(const nlohmann::ordered_json& j) {
    return {lattice::Extents{j.at("lattice").get<std::array<int, 4>>()},
            j.at("precision").get<std::string>(),
            j.at("reconstruct").get<int>(),
            j.at("ranks").get<int>(),
            j.at("gpus").get<int>(),
            j.at("blocks").get<std::string>(),
            j.at("policy").get<std::string>(),
            j.at("placement").get<std::string>()};
}

}  // namespace tasuki::drivers::compare

#include "drivers/compare/cell_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <tuple>

#include "graphs/wilson/placement.hpp"
#include "runtime/error.hpp"

namespace tasuki::drivers::compare {

namespace {

using nlohmann::ordered_json;

std::ptrdiff_t rank_of_placement(const std::string& name) {
    static const auto names = graphs::wilson::Placement::names();
    return std::ranges::find(names, name) - names.begin();
}

double positive(const ordered_json& j, const char* name,
                const std::string& file) {
    const auto& value = j.at(name);
    if (!value.is_number() || !(value.get<double>() > 0))
        throw runtime::InputError(file, name, "", "a number above 0",
                                  value.dump());
    return value.get<double>();
}

std::vector<CellPhase> phases_of(const ordered_json& j) {
    std::vector<CellPhase> phases;
    for (const char* name : {"pack", "matvec", "interior", "merge"})
        if (const auto found = j.find(name); found != j.end())
            phases.push_back({name, found->at("cpu").get<long>(),
                              found->at("gpu").get<long>(),
                              found->at("seconds").get<double>()});
    return phases;
}

CellResult read(const ordered_json& kept, const std::string& file) {
    const auto& j = kept.at("result");
    CellResult r{};
    r.cell = cell_from_json(kept.at("cell"));
    r.command = kept.at("command").get<std::string>();
    r.blocks = lattice::to_string({j.at("blocks").get<std::array<int, 4>>()});
    r.policy = j.at("policy").get<std::string>();
    // Folders of Tasuki 0.1 have the other names.
    const bool is_old = !j.contains("seconds_median");
    const char* const all_key =
        is_old ? "seconds_per_apply_all" : "seconds_all";
    r.seconds =
        positive(j, is_old ? "seconds_per_apply" : "seconds_median", file);
    const auto all = j.at(all_key).get<std::vector<double>>();
    if (all.empty())
        throw runtime::InputError(file, all_key, "", "a time per repetition",
                                  "none");
    const auto [least, greatest] = std::minmax_element(all.begin(), all.end());
    r.seconds_min = *least;
    r.seconds_max = *greatest;
    if (!(r.seconds_min > 0 && r.seconds_min <= r.seconds &&
          r.seconds <= r.seconds_max))
        throw runtime::InputError(
            file, all_key, "",
            fmt::format("times above 0 around their median {}", r.seconds),
            fmt::format("{} to {}", r.seconds_min, r.seconds_max));
    r.gflops = positive(j, "gflops", file);
    r.gflops_1320 = positive(j, "gflops_1320", file);
    r.error = j.at("relative_error").get<double>();
    r.achieved_gbs = positive(j, "achieved_gbs", file);
    r.bandwidth_gbs = positive(j, "bandwidth_gbs", file);
    r.roofline_percent = positive(j, "roofline_percent", file);
    r.phases = phases_of(j.at("phases"));
    return r;
}

}  // namespace

std::string how_it_ended(const CellFailure& f) {
    return f.signal != 0
               ? fmt::format("signal {} ({})", f.signal, ::strsignal(f.signal))
               : fmt::format("exit {}", f.exit_code);
}

bool before(const Cell& a, const Cell& b) {
    const auto order = [](const Cell& c) {
        const auto& n = c.lattice;
        return std::tuple{n.volume() / n[3],
                          n[0],
                          n[1],
                          n[2],
                          n[3],
                          c.precision,
                          c.ranks,
                          c.gpus,
                          -c.reconstruct,
                          c.blocks,
                          c.policy,
                          rank_of_placement(c.placement),
                          c.placement};
    };
    return order(a) < order(b);
}

ordered_json kept_json(const Cell& cell, const std::string& command,
                       const ordered_json& result) {
    return {{"cell", to_json(cell)}, {"command", command}, {"result", result}};
}

CellResult result_from_json(const ordered_json& kept, const std::string& file) {
    try {
        return read(kept, file);
    } catch (const nlohmann::json::exception& e) {
        throw runtime::InputError(file, "cell", "", "what tasuki compare keeps",
                                  e.what());
    }
}

ordered_json to_json(const CellFailure& f) {
    return {{"cell", to_json(f.cell)},  {"command", f.command},
            {"exit_code", f.exit_code}, {"signal", f.signal},
            {"reason", f.reason},       {"stderr", f.said}};
}

CellFailure failure_from_json(const ordered_json& j, const std::string& file) {
    try {
        return {cell_from_json(j.at("cell")),
                j.at("command").get<std::string>(),
                j.at("exit_code").get<int>(),
                j.at("signal").get<int>(),
                j.at("reason").get<std::string>(),
                j.at("stderr").get<std::string>()};
    } catch (const nlohmann::json::exception& e) {
        throw runtime::InputError(file, "failed cell", "",
                                  "what tasuki compare keeps", e.what());
    }
}

}  // namespace tasuki::drivers::compare

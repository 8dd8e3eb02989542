#include "drivers/compare/result_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "drivers/compare/comparison.hpp"

namespace tasuki::drivers::compare {

namespace {

using nlohmann::ordered_json;

/// Quoted where it has to be.
std::string field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string{c};
    return quoted + '"';
}

constexpr const char* kFigures =
    "seconds_median,seconds_min,seconds_max,gflops,gflops_min,gflops_max,"
    "gflops_1320,gflops_per_gpu,relative_error,achieved_gbs,bandwidth_gbs,"
    "roofline_percent";
constexpr std::array kPhases{"pack", "matvec", "interior", "merge"};

std::string cell_fields(const Cell& c, const std::string& blocks,
                        const std::string& policy) {
    return fmt::format("{},{},{},{},{},{},{},{},{},{}", c.lattice[0],
                       c.lattice[1], c.lattice[2], c.lattice[3], c.precision,
                       c.reconstruct, c.ranks, c.gpus, blocks,
                       fmt::format("{},{}", field(policy), field(c.placement)));
}

std::string phase_fields(const CellResult& r) {
    std::string text;
    for (const char* name : kPhases) {
        const auto at = std::ranges::find(r.phases, name, &CellPhase::name);
        text += at == r.phases.end() ? ",,,"
                                     : fmt::format(",{},{},{}", at->on_cpu,
                                                   at->on_gpu, at->seconds);
    }
    return text;
}

std::string csv_line(const CellResult& r) {
    const auto per_gpu =
        r.gpus() > 0 ? fmt::format("{}", r.gflops / r.gpus()) : "";
    return fmt::format("{},done,{},{},{},{},{},{},{},{},{},{},{},{}{},,,{}\n",
                       cell_fields(r.cell, r.blocks, r.policy), r.seconds,
                       r.seconds_min, r.seconds_max, r.gflops, r.gflops_min(),
                       r.gflops_max(), r.gflops_1320, per_gpu, r.error,
                       r.achieved_gbs, r.bandwidth_gbs, r.roofline_percent,
                       phase_fields(r), field(r.command));
}

std::string csv_line(const CellFailure& f) {
    const std::string none(12 + 3 * kPhases.size() - 1, ',');
    return fmt::format("{},failed,{},{},{},{}\n",
                       cell_fields(f.cell, f.cell.blocks, f.cell.policy), none,
                       field(how_it_ended(f)), field(f.reason),
                       field(f.command));
}

std::string csv_line(const Cell& missing) {
    const std::string none(12 + 3 * kPhases.size() - 1, ',');
    return fmt::format("{},missing,{},,,\n",
                       cell_fields(missing, missing.blocks, missing.policy),
                       none);
}

ordered_json number(std::optional<double> value) {
    return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json to_json(const CellResult& r) {
    auto j = to_json(r.cell);
    j["blocks"] = r.blocks;
    j["policy"] = r.policy;
    j.update({{"seconds_median", r.seconds},
              {"seconds_min", r.seconds_min},
              {"seconds_max", r.seconds_max},
              {"gflops", r.gflops},
              {"gflops_min", r.gflops_min()},
              {"gflops_max", r.gflops_max()},
              {"gflops_1320", r.gflops_1320}});
    j["gflops_per_gpu"] = number(
        r.gpus() > 0 ? std::optional{r.gflops / r.gpus()} : std::nullopt);
    j.update({{"relative_error", r.error},
              {"achieved_gbs", r.achieved_gbs},
              {"bandwidth_gbs", r.bandwidth_gbs},
              {"roofline_percent", r.roofline_percent},
              {"command", r.command}});
    for (const auto& p : r.phases)
        j["phases"][p.name] = {
            {"cpu", p.on_cpu}, {"gpu", p.on_gpu}, {"seconds", p.seconds}};
    return j;
}

ordered_json to_json(const Comparison& c) {
    ordered_json j{{"lattice", c.work.lattice.n},
                   {"precision", c.work.precision},
                   {"reconstruct", c.work.reconstruct},
                   {"ranks", c.work.ranks},
                   {"gpus", c.work.gpus},
                   {"blocks", c.blocks}};
    j["gflops"] = ordered_json::object();
    j["gain_over_gpu_percent"] = ordered_json::object();
    for (const auto& [placement, result] : c.fastest) {
        j["gflops"][placement] = result->gflops;
        if (placement != "gpu")
            if (const auto gain = c.gain_over_gpu(placement))
                j["gain_over_gpu_percent"][placement] = *gain;
    }
    j["dynamic_behind_best_static_percent"] = number(c.dynamic_behind());
    return j;
}

}  // namespace

std::string to_csv(const Findings& findings) {
    std::string text =
        "x,y,z,t,precision,reconstruct,ranks,gpus,blocks,policy,placement,"
        "status," +
        std::string{kFigures};
    for (const char* name : kPhases)
        text += fmt::format(",{0}_cpu_tasks,{0}_gpu_tasks,{0}_seconds", name);
    text += ",ended,reason,command\n";
    for (const auto& result : findings.results) text += csv_line(result);
    for (const auto& failure : findings.failures) text += csv_line(failure);
    for (const auto& missing : findings.missing) text += csv_line(missing);
    return text;
}

ordered_json to_json(const Findings& findings) {
    ordered_json j{{"experiment", to_json(findings.experiment)}};
    j["cells"] = ordered_json::array();
    for (const auto& result : findings.results)
        j["cells"].push_back(to_json(result));
    j["failed"] = ordered_json::array();
    for (const auto& failure : findings.failures)
        j["failed"].push_back(to_json(failure));
    j["complete"] = findings.missing.empty();
    j["missing"] = ordered_json::array();
    for (const auto& missing : findings.missing)
        j["missing"].push_back(to_json(missing));
    j["comparisons"] = ordered_json::array();
    for (const auto& comparison : compare_placements(findings.results))
        j["comparisons"].push_back(to_json(comparison));
    j["recommendation"] = nullptr;
    if (!findings.results.empty()) {
        const auto r = recommend(findings.results);
        j["recommendation"] = {{"placement", r.choice.placement},
                               {"policy", r.choice.policy},
                               {"blocks", r.choice.blocks},
                               {"sentences", r.sentences}};
    }
    return j;
}

}  // namespace tasuki::drivers::compare

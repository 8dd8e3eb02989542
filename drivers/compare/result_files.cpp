#include "drivers/compare/result_files.hpp"

#include <fmt/format.h>

#include <algorithm>
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

using Fields = std::vector<std::string>;

std::string line_of(const Fields& fields) {
    std::string line;
    for (const auto& text : fields) line += field(text) + ',';
    line.back() = '\n';
    return line;
}

Fields heads_of(const Subject& s) {
    Fields heads;
    for (const auto& axis : s.axes) {
        const Fields own{axis.name};
        std::ranges::copy(axis.columns.empty() ? own : axis.columns,
                          std::back_inserter(heads));
    }
    heads.insert(heads.end(), {"ranks", "gpus"});
    if (s.has_blocks()) heads.emplace_back("blocks");
    heads.insert(heads.end(),
                 {"policy", "placement", "status", "seconds_median",
                  "seconds_min", "seconds_max", s.speed, s.speed + "_min",
                  s.speed + "_max", s.speed + "_per_gpu"});
    for (const auto& column : s.columns) heads.push_back(column.name);
    for (const auto& phase : s.phases)
        heads.insert(heads.end(), {phase + "_cpu_tasks", phase + "_gpu_tasks",
                                   phase + "_seconds"});
    heads.insert(heads.end(), {"ended", "reason", "command"});
    return heads;
}

Fields cell_fields(const Cell& c, const std::string& blocks,
                   const std::string& policy, const char* status) {
    const Subject& s = *c.subject;
    Fields fields;
    for (std::size_t k = 0; k < s.axes.size(); ++k) {
        if (s.axes[k].columns.empty())
            fields.push_back(c.problem[k]);
        else
            for (const int number : numbers_in(c.problem[k]))
                fields.push_back(std::to_string(number));
    }
    fields.insert(fields.end(),
                  {std::to_string(c.ranks), std::to_string(c.gpus)});
    if (s.has_blocks()) fields.push_back(blocks);
    fields.insert(fields.end(), {policy, c.placement, status});
    return fields;
}

std::string csv_line(const CellResult& r) {
    auto fields = cell_fields(r.cell, r.blocks, r.policy, "done");
    const auto add = [&](double value) {
        fields.push_back(fmt::format("{}", value));
    };
    for (const double value : {r.seconds, r.seconds_min, r.seconds_max, r.speed,
                               r.speed_min(), r.speed_max()})
        add(value);
    fields.push_back(r.gpus() > 0 ? fmt::format("{}", r.speed / r.gpus()) : "");
    for (const double value : r.columns) add(value);
    for (const auto& name : r.cell.subject->phases) {
        const auto at = std::ranges::find(r.phases, name, &CellPhase::name);
        if (at == r.phases.end())
            fields.insert(fields.end(), 3, "");
        else
            fields.insert(fields.end(), {fmt::format("{}", at->on_cpu),
                                         fmt::format("{}", at->on_gpu),
                                         fmt::format("{}", at->seconds)});
    }
    fields.insert(fields.end(), {"", "", r.command});
    return line_of(fields);
}

/// A cell without figures.
std::string csv_line(const Cell& cell, const char* status, const Fields& end) {
    auto fields = cell_fields(cell, cell.blocks, cell.policy, status);
    fields.resize(heads_of(*cell.subject).size() - end.size());
    fields.insert(fields.end(), end.begin(), end.end());
    return line_of(fields);
}

ordered_json number(std::optional<double> value) {
    return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json to_json(const CellResult& r) {
    const Subject& s = *r.cell.subject;
    auto j = to_json(r.cell);
    if (s.has_blocks()) j["blocks"] = r.blocks;
    j["policy"] = r.policy;
    j.update({{"seconds_median", r.seconds},
              {"seconds_min", r.seconds_min},
              {"seconds_max", r.seconds_max},
              {s.speed, r.speed},
              {s.speed + "_min", r.speed_min()},
              {s.speed + "_max", r.speed_max()}});
    j[s.speed + "_per_gpu"] =
        number(r.gpus() > 0 ? std::optional{r.speed / r.gpus()} : std::nullopt);
    for (std::size_t k = 0; k < s.columns.size(); ++k)
        j[s.columns[k].name] = r.columns[k];
    j["command"] = r.command;
    for (const auto& p : r.phases)
        j["phases"][p.name] = {
            {"cpu", p.on_cpu}, {"gpu", p.on_gpu}, {"seconds", p.seconds}};
    return j;
}

ordered_json to_json(const Comparison& c) {
    const Subject& s = *c.work.subject;
    auto j = to_json(c.work);
    j.erase("policy");
    j.erase("placement");
    if (s.has_blocks()) j["blocks"] = c.blocks;
    j[s.speed] = ordered_json::object();
    j["gain_over_gpu_percent"] = ordered_json::object();
    for (const auto& [placement, result] : c.fastest) {
        j[s.speed][placement] = result->speed;
        if (placement != "gpu")
            if (const auto gain = c.gain_over_gpu(placement))
                j["gain_over_gpu_percent"][placement] = *gain;
    }
    j["dynamic_behind_best_static_percent"] = number(c.dynamic_behind());
    return j;
}

}  // namespace

std::string to_csv(const Findings& findings) {
    auto text = line_of(heads_of(*findings.experiment.subject));
    for (const auto& result : findings.results) text += csv_line(result);
    for (const auto& f : findings.failures)
        text +=
            csv_line(f.cell, "failed", {how_it_ended(f), f.reason, f.command});
    for (const auto& missing : findings.missing)
        text += csv_line(missing, "missing", {"", "", ""});
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
                               {"sentences", r.sentences}};
        if (findings.experiment.subject->has_blocks())
            j["recommendation"]["blocks"] = r.choice.blocks;
    }
    return j;
}

}  // namespace tasuki::drivers::compare

#include "drivers/compare/result_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "drivers/compare/comparison.hpp"
#include "drivers/compare/simulated_subject.hpp"
#include "io/csv.hpp"
#include "json/json.hpp"

namespace tasuki::drivers::compare {

namespace {

/// A column of the CSV: where the JSON of a cell has it.
struct CsvColumn {
    std::string name;
    std::string path;

    explicit CsvColumn(const std::string& key) : CsvColumn{key, key} {}
    CsvColumn(const std::string& column, const std::string& key)
        : name{column}, path{'/' + key} {}
};

/// Kinds of tasks; a program's are known from what its cells say.
std::vector<std::string> phases_of(const Findings& findings) {
    auto names = findings.experiment.subject->phases;
    for (const auto& result : findings.results)
        for (const auto& phase : result.phases)
            if (std::ranges::find(names, phase.name) == names.end())
                names.push_back(phase.name);
    return names;
}

std::vector<CsvColumn> columns_of(const Findings& findings) {
    const Subject& s = *findings.experiment.subject;
    std::vector<CsvColumn> columns;
    if (s.simulated) columns.emplace_back("simulated");
    for (const auto& axis : s.axes) {
        if (axis.columns.empty()) columns.emplace_back(axis.name);
        for (std::size_t k = 0; k < axis.columns.size(); ++k)
            columns.emplace_back(axis.columns[k],
                                 fmt::format("{}/{}", axis.name, k));
    }
    for (const char* name : {"ranks", "gpus"}) columns.emplace_back(name);
    if (s.has_blocks()) columns.emplace_back("blocks");
    if (s.outputs) columns.emplace_back("outputs");
    for (const char* name : {"policy", "placement", "status", "seconds_median",
                             "seconds_min", "seconds_max"})
        columns.emplace_back(name);
    if (s.outputs) columns.emplace_back("seconds_with_outputs");
    for (const char* end : {"", "_min", "_max", "_per_gpu"})
        columns.emplace_back(s.speed + end);
    for (const auto& column : s.columns) columns.emplace_back(column.name);
    for (const auto& phase : phases_of(findings)) {
        columns.emplace_back(phase + "_cpu_tasks", "phases/" + phase + "/cpu");
        columns.emplace_back(phase + "_gpu_tasks", "phases/" + phase + "/gpu");
        columns.emplace_back(phase + "_seconds",
                             "phases/" + phase + "/seconds");
    }
    for (const char* name : {"ended", "reason", "command"})
        columns.emplace_back(name);
    return columns;
}

std::string text_of(const Json& value) {
    if (value.is_null()) return {};
    if (value.is_string()) return value.get<std::string>();
    return value.is_number_float() ? fmt::format("{}", value.get<double>())
                                   : value.dump();
}

/// What the cell has not is empty.
std::string csv_line(const std::vector<CsvColumn>& columns, const Json& cell) {
    std::string line;
    for (const auto& [name, path] : columns) {
        const Json* const found = cell.find_path(path);
        line += io::csv_field(found != nullptr ? text_of(*found) : "") + ',';
    }
    line.back() = '\n';
    return line;
}

Json number_or_null(std::optional<double> value) {
    return value ? Json(*value) : Json(nullptr);
}

Json to_json(const CellResult& r) {
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
    j[s.speed + "_per_gpu"] = number_or_null(
        r.gpus() > 0 ? std::optional{r.speed / r.gpus()} : std::nullopt);
    const auto said = [](double value) {
        return number_or_null(std::isnan(value) ? std::nullopt
                                                : std::optional{value});
    };
    if (s.outputs) j["seconds_with_outputs"] = said(r.with_outputs);
    for (std::size_t k = 0; k < s.columns.size(); ++k)
        j[s.columns[k].name] = said(r.columns[k]);
    j["command"] = r.command;
    for (const auto& p : r.phases)
        j["phases"][p.name] = {
            {"cpu", p.on_cpu}, {"gpu", p.on_gpu}, {"seconds", p.seconds}};
    return j;
}

Json to_json(const Comparison& c) {
    const Subject& s = *c.work.subject;
    auto j = to_json(c.work);
    j.erase("policy");
    j.erase("placement");
    if (s.has_blocks()) j["blocks"] = c.blocks;
    j[s.speed] = Json::object();
    j["gain_over_gpu_percent"] = Json::object();
    for (const auto& [placement, result] : c.fastest) {
        j[s.speed][placement] = result->speed;
        if (placement != "gpu")
            if (const auto gain = c.gain_over_gpu(placement))
                j["gain_over_gpu_percent"][placement] = *gain;
    }
    j["dynamic_behind_best_static_percent"] =
        number_or_null(c.dynamic_behind());
    return j;
}

}  // namespace

std::string to_csv(const Findings& findings) {
    const auto columns = columns_of(findings);
    const auto& simulated = findings.experiment.subject->simulated;
    std::string text;
    for (const auto& column : columns) text += column.name + ',';
    text.back() = '\n';
    const auto add = [&](Json cell, const char* status) {
        cell["status"] = status;
        if (simulated) cell["simulated"] = simulated->machine;
        text += csv_line(columns, cell);
    };
    for (const auto& result : findings.results) add(to_json(result), "done");
    for (const auto& f : findings.failures) {
        auto cell = to_json(f.cell);
        cell.update({{"ended", how_it_ended(f)},
                     {"reason", f.reason},
                     {"command", f.command}});
        add(std::move(cell), "failed");
    }
    for (const auto& cell : findings.missing) add(to_json(cell), "missing");
    return text;
}

Json to_json(const Findings& findings) {
    Json j;
    if (findings.experiment.subject->simulated)
        j["simulated"] = simulation_json(*findings.experiment.subject);
    j["experiment"] = to_json(findings.experiment);
    const auto add = [&j](const char* name, const auto& list) {
        j[name] = Json::array();
        for (const auto& item : list) j[name].push_back(to_json(item));
    };
    add("cells", findings.results);
    add("failed", findings.failures);
    j["complete"] = findings.missing.empty();
    add("missing", findings.missing);
    add("comparisons", compare_placements(findings.results));
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

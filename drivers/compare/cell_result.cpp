#include "drivers/compare/cell_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "drivers/compare/program_result.hpp"
#include "io/input_error.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers::compare {

namespace {

std::vector<CellPhase> phases_of(const Subject& subject, const Json& result) {
    std::vector<CellPhase> phases;
    if (subject.is_program()) return phases_of_program(result);
    if (subject.phases.empty()) return phases;
    const auto& j = result.at("phases");
    for (const auto& name : subject.phases)
        if (const Json* const found = j.find(name))
            phases.push_back({name, found->at("cpu").get<int>(),
                              found->at("gpu").get<int>(),
                              found->at("seconds").get<double>()});
    return phases;
}

CellResult read(const Subject& subject, const Json& kept,
                const std::string& file) {
    const auto& j = kept.at("result");
    CellResult r{};
    r.cell = cell_from_json(subject, kept.at("cell"));
    r.command = kept.at("command").get<std::string>();
    if (subject.has_blocks()) r.blocks = value_from_json(j.at("blocks"));
    // What the program was not asked for it need not say.
    r.policy = subject.is_program()
                   ? r.cell.policy
                   : j.at_path(subject.policy_path).get<std::string>();
    auto times = times_of(subject, j);
    constexpr const char* kWhole = "/seconds_spent/with_outputs";
    r.with_outputs = std::numeric_limits<double>::quiet_NaN();
    if (r.cell.has_outputs() || j.find_path(kWhole) != nullptr)
        r.with_outputs = j.at_path(kWhole).get<double>();
    if (r.cell.has_outputs())
        times = {r.with_outputs,
                 {r.with_outputs},
                 times.speed * times.median / r.with_outputs};
    if (times.all.empty())
        throw io::InputError(file, "seconds_all", "", "a time per repetition",
                             "none");
    r.seconds = times.median;
    const auto [least, greatest] = std::ranges::minmax(times.all);
    r.seconds_min = least;
    r.seconds_max = greatest;
    r.all_seconds = times.all;
    if (!(r.seconds_min > 0 && r.seconds_min <= r.seconds &&
          r.seconds <= r.seconds_max))
        throw io::InputError(
            file, "seconds_all", "",
            fmt::format("times above 0 around their median {}", r.seconds),
            fmt::format("{} to {}", r.seconds_min, r.seconds_max));
    r.speed = times.speed;
    if (!(r.speed > 0))
        throw io::InputError(file, subject.speed, "", "a number above 0",
                             fmt::format("{}", r.speed));
    for (const auto& column : subject.columns)
        r.columns.push_back(subject.is_program()
                                ? number_of_program(j, column.path)
                                : j.at_path(column.path).get<double>());
    r.phases = phases_of(subject, j);
    return r;
}

}  // namespace

std::string how_it_ended(const CellFailure& f) {
    return f.signal != 0
               ? fmt::format("signal {} ({})", f.signal, ::strsignal(f.signal))
               : fmt::format("exit {}", f.exit_code);
}

Json kept_json(const Cell& cell, const std::string& command,
               const Json& result) {
    return {{"cell", to_json(cell)}, {"command", command}, {"result", result}};
}

CellResult result_from_json(const Subject& subject, const Json& kept,
                            const std::string& file) {
    try {
        return read(subject, kept, file);
    } catch (const Json::Error& e) {
        throw io::InputError(file, "cell", "", "what tasuki compare keeps",
                             e.what());
    }
}

Json to_json(const CellFailure& f) {
    return {{"cell", to_json(f.cell)},  {"command", f.command},
            {"exit_code", f.exit_code}, {"signal", f.signal},
            {"reason", f.reason},       {"stderr", f.said}};
}

CellFailure failure_from_json(const Subject& subject, const Json& j,
                              const std::string& file) {
    try {
        return {cell_from_json(subject, j.at("cell")),
                j.at("command").get<std::string>(),
                j.at("exit_code").get<int>(),
                j.at("signal").get<int>(),
                j.at("reason").get<std::string>(),
                j.at("stderr").get<std::string>()};
    } catch (const Json::Error& e) {
        throw io::InputError(file, "failed cell", "",
                             "what tasuki compare keeps", e.what());
    }
}

}  // namespace tasuki::drivers::compare

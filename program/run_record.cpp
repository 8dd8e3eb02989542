#include "program/run_record.hpp"

#include <fmt/format.h>

#include <vector>

#include "json/json.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::trace {

std::string to_text(const RunRecord& r) {
    Json parts = Json::array();
    for (const auto& [number, name] : r.parts) parts.push_back({number, name});
    const Json j{{"title", r.title},
                 {"command", r.command},
                 {"version", r.version},
                 {"window", {r.window.first, r.window.last}},
                 {"seconds_plain", r.cost.plain},
                 {"seconds_recorded", r.cost.recorded},
                 {"parts", parts}};
    return j.dump();
}

RunRecord parse_run_record(const std::string& text) {
    try {
        const auto j = Json::parse(text);
        RunRecord r{j.at("title"),
                    j.at("command"),
                    j.at("version"),
                    {j.at("window").at(0), j.at("window").at(1)},
                    {j.at("seconds_plain").get<std::vector<double>>(),
                     j.at("seconds_recorded").get<std::vector<double>>()},
                    {}};
        for (const auto& part : j.at("parts"))
            r.parts[part.at(0).get<std::uint32_t>()] =
                part.at(1).get<std::string>();
        return r;
    } catch (const Json::Error& e) {
        throw runtime::UsageError(
            fmt::format("expected the record of a run, found {}", e.what()));
    }
}

}  // namespace tasuki::trace

#include "drivers/compare/program_result.hpp"

#include <algorithm>
#include <limits>

#include "io/input_error.hpp"
#include "json/json.hpp"
#include "runtime/core/median.hpp"

namespace tasuki::drivers::compare {

namespace {

constexpr const char* kResult = "result of the program";

/// Null if it is not there.
Json value_at(const Json& result, const std::string& path) {
    const Json* const found =
        result.is_object() ? result.find_path(path) : nullptr;
    return found != nullptr ? *found : Json{};
}

double number_at(const Json& result, const std::string& path) {
    const auto found = value_at(result, path);
    if (!found.is_number())
        throw io::InputError(kResult, "key " + path.substr(1), "", "a number",
                             found.is_null() ? "none" : found.dump());
    return found.get<double>();
}

std::vector<double> all_seconds(const Json& result) {
    const auto all = value_at(result, "/seconds_all");
    if (all.is_null()) return {};
    const auto is_number = [](const auto& j) { return j.is_number(); };
    if (!all.is_array() || all.empty() || !std::ranges::all_of(all, is_number))
        throw io::InputError(kResult, "key seconds_all", "",
                             "a list with the seconds of each repetition",
                             all.dump());
    return all.get<std::vector<double>>();
}

}  // namespace

Times times_of_program(const Subject& subject, const Json& result) {
    Times times{0, all_seconds(result), 0};
    const auto given = value_at(result, "/seconds_median");
    if (given.is_null() && times.all.empty())
        throw io::InputError(
            kResult, "key seconds_all", "",
            "the seconds of each repetition there, or a number as "
            "seconds_median",
            "neither");
    times.median = given.is_null() ? runtime::median(times.all)
                                   : number_at(result, "/seconds_median");
    if (times.all.empty()) times.all = {times.median};
    const auto& path = subject.speed_path;
    times.speed = path.empty() ? 1 / times.median : number_at(result, path);
    return times;
}

double number_of_program(const Json& result, const std::string& path) {
    return value_at(result, path).is_null()
               ? std::numeric_limits<double>::quiet_NaN()
               : number_at(result, path);
}

std::vector<CellPhase> phases_of_program(const Json& result) {
    std::vector<CellPhase> phases;
    const auto all = value_at(result, "/phases");
    if (all.is_null()) return phases;
    if (!all.is_object())
        throw io::InputError(kResult, "key phases", "",
                             "an object with a member for each kernel",
                             all.dump());
    for (const auto& [name, phase] : all.items()) {
        const auto get = [&](const char* key) {
            const Json* const found = phase.find(key);
            if (found == nullptr || !found->is_number())
                throw io::InputError(kResult, "key phases/" + name + "/" + key,
                                     "", "a number",
                                     found == nullptr ? "none" : found->dump());
            return found->get<double>();
        };
        phases.push_back({name, static_cast<long>(get("cpu")),
                          static_cast<long>(get("gpu")), get("seconds")});
    }
    return phases;
}

}  // namespace tasuki::drivers::compare

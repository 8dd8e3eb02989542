#include "drivers/compare/subject.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "drivers/compare/program_result.hpp"
#include "drivers/compare/whole_number.hpp"
#include "graphs/share.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers::compare {

using nlohmann::ordered_json;

const Subject& find_subject(const std::string& command) {
    for (const auto* subject :
         {&wilson_subject(), &solve_subject(), &nbody_subject(), &sht_subject(),
          &sphere_subject(), &tasks_subject()})
        if (subject->command == command) return *subject;
    throw runtime::UsageError(fmt::format(
        "expected a comparison of wilson, solve, nbody, sht or sphere, found "
        "'{}'",
        command));
}

std::vector<int> numbers_in(const std::string& value) {
    std::vector<int> numbers;
    const char* at = value.data();
    const char* const end = at + value.size();
    while (true) {
        int number = 0;
        const auto [next, error] = std::from_chars(at, end, number);
        if (error != std::errc{}) return {};
        numbers.push_back(number);
        if (next == end) return numbers;
        if (*next != 'x') return {};
        at = next + 1;
    }
}

ordered_json value_json(const std::string& value) {
    const auto numbers = numbers_in(value);
    if (numbers.empty()) return value;
    auto json = numbers.size() == 1 ? ordered_json(numbers.front())
                                    : ordered_json(numbers);
    // "007" is a word: a program may tell it from "7".
    return value_from_json(json) == value ? json : ordered_json(value);
}

std::string value_from_json(const ordered_json& j) {
    if (j.is_string()) return j.get<std::string>();
    if (j.is_array()) {
        std::vector<int> numbers;
        for (const auto& number : j) numbers.push_back(whole_number(number));
        return fmt::format("{}", fmt::join(numbers, "x"));
    }
    return std::to_string(whole_number(j));
}

std::string speed_text(double speed) {
    return speed >= 1 ? fmt::format("{:.2f}", speed)
                      : fmt::format("{:.3g}", speed);
}

std::string column_text(const Column& column, double value) {
    return std::isnan(value) ? "-"
                             : fmt::format(fmt::runtime(column.format), value);
}

Times times_of(const Subject& subject, const ordered_json& result) {
    if (subject.is_program()) return times_of_program(subject, result);
    if (subject.times) return subject.times(result);
    const auto median = result.at("seconds_median").get<double>();
    const auto& path = subject.speed_path;
    const double speed =
        path.empty()
            ? 1 / median
            : result.at(ordered_json::json_pointer{path}).get<double>();
    return {median, result.at("seconds_all").get<std::vector<double>>(),
            subject.speed_scale * speed};
}

void check_share(const std::string& name) {
    (void)graphs::Share::parse(name);
}

}  // namespace tasuki::drivers::compare

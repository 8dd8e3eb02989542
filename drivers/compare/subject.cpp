#include "drivers/compare/subject.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>

#include "drivers/compare/program_result.hpp"
#include "graphs/share.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers::compare {

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

Json value_json(const std::string& value) {
    const auto numbers = numbers_in(value);
    if (numbers.empty()) return value;
    auto json = numbers.size() == 1 ? Json(numbers.front()) : Json(numbers);
    // "007" is a word: a program may tell it from "7".
    return value_from_json(json) == value ? json : Json(value);
}

std::string value_from_json(const Json& j) {
    if (j.is_string()) return j.get<std::string>();
    if (j.is_array()) {
        std::vector<int> numbers;
        for (const auto& number : j) numbers.push_back(number.get<int>());
        return fmt::format("{}", fmt::join(numbers, "x"));
    }
    return std::to_string(j.get<int>());
}

std::string speed_text(double speed) {
    return speed >= 1 ? fmt::format("{:.2f}", speed)
                      : fmt::format("{:.3g}", speed);
}

std::string column_text(const Column& column, double value) {
    return std::isnan(value) ? "-"
                             : fmt::format(fmt::runtime(column.format), value);
}

Times times_of(const Subject& subject, const Json& result) {
    if (subject.is_program()) return times_of_program(subject, result);
    if (subject.times) return subject.times(result);
    const auto median = result.at("seconds_median").get<double>();
    const auto& path = subject.speed_path;
    const double speed =
        path.empty() ? 1 / median : result.at_path(path).get<double>();
    return {median, result.at("seconds_all").get<std::vector<double>>(),
            subject.speed_scale * speed};
}

void check_share(const std::string& name) {
    (void)graphs::Share::parse(name);
}

}  // namespace tasuki::drivers::compare

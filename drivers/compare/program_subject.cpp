#include "drivers/compare/program_subject.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <list>
#include <sstream>

#include "drivers/compare/patterns.hpp"
#include "io/number.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers::compare {

namespace {

namespace fs = std::filesystem;
using runtime::UsageError;
using Words = std::vector<std::string>;

/// An option of the program that is part of the problem.
struct Part {
    std::string option;
    Words words;  ///< empty: its values are numbers, "64" or "16x16"
};

/// Keys of a cell, and columns of its table, that are taken.
constexpr std::array kTaken{"ranks",     "gpus",   "blocks",  "policy",
                            "placement", "status", "command", "ended",
                            "reason",    "phases", "program"};

std::string name_of_part(const std::string& option) {
    const auto name = option.substr(option.find_first_not_of('-'));
    const bool taken = std::ranges::find(kTaken, name) != kTaken.end() ||
                       name.starts_with("seconds_") || name.starts_with("rate");
    return taken ? option : name;
}

std::string as_it_is(const std::string& word, const std::string&) {
    return word;
}

Axis axis_of_part(const Part& part) {
    const auto name = name_of_part(part.option);
    Axis axis{.name = name,
              .option = "--vary " + part.option,
              .argument = part.option,
              .help = "",
              .defaults = {},
              .words = part.words,
              .before = name + " ",
              .tag = name,
              .title = part.option};
    if (part.words.empty()) axis.read = as_it_is;
    return axis;
}

bool is_size(const std::string& value) {
    const auto numbers = numbers_in(value);
    // As they are read back: a zero, or "007", is a word.
    return !numbers.empty() && std::ranges::min(numbers) > 0 &&
           !value_json(value).is_string();
}

Subject make_subject(const Words& program, const std::vector<Part>& parts,
                     const std::string& rate, bool passes_gpus) {
    const auto name = fs::path{program.front()}.filename().string();
    Subject s{
        .command = "run",
        .title = name,
        .input = "as the program has it",
        .axes = {},
        .x_label = "one problem",
        .speed = rate.empty() ? "repetitions_per_second" : "rate",
        .unit = rate.empty() ? "repetitions/s" : rate,
        .speed_path = rate.empty() ? "" : fmt::format("/{}", rate),
        .columns = {{"relative_error", "/relative_error", "error", "{:.1e}"}},
        .columns_note = "Error: relative_error of the program.",
        .check_placement = [](const std::string&) {}};
    s.program = program;
    s.passes_gpus = passes_gpus;
    for (const auto& part : parts) s.axes.push_back(axis_of_part(part));
    const auto size =
        std::ranges::find_if(s.axes, [](const Axis& a) { return a.read; });
    if (size == s.axes.end()) {
        s.axes.insert(s.axes.begin(), Axis{.name = "program",
                                           .option = "",
                                           .argument = "",
                                           .help = "",
                                           .defaults = {},
                                           .words = {name}});
    } else {
        std::rotate(s.axes.begin(), size, size + 1);
        s.x_label = s.axes.front().name;
        s.axes.front().title.clear();
    }
    return s;
}

/// Cells and folders point at subjects, so that they stay.  A further run with
/// other values of the same options is of the same subject.
const Subject& subject_of(const Words& program, const std::vector<Part>& parts,
                          const std::string& rate, bool passes_gpus) {
    static std::list<Subject> subjects;
    auto made = make_subject(program, parts, rate, passes_gpus);
    const auto same =
        std::ranges::find(subjects, program_identity(made), program_identity);
    if (same == subjects.end()) return subjects.emplace_back(std::move(made));
    for (std::size_t k = 0; k < made.axes.size(); ++k)
        for (const auto& word : made.axes[k].words)
            if (auto& words = same->axes[k].words;
                std::ranges::find(words, word) == words.end())
                words.push_back(word);
    return *same;
}

struct Varied {
    std::string option, values;
};

/// @throws UsageError  it is not "OPTION VALUES"
Varied parse_varied(const std::string& text) {
    const auto end = text.find_first_of(" =");
    Varied v{text.substr(0, end), ""};
    if (end != std::string::npos) v.values = text.substr(end + 1);
    const auto first = v.option.find_first_not_of('-');
    const bool is_option =
        (first == 1 || first == 2) &&
        std::ranges::all_of(v.option, [](unsigned char c) {
            return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
        });
    if (!is_option || v.values.find_first_not_of(' ') == std::string::npos)
        throw UsageError(fmt::format(
            "--vary: expected an option and its values, as '--placement "
            "{{gpu,dynamic}}', found '{}'",
            text));
    std::erase(v.values, ' ');
    return v;
}

/// Of every cell, by the arguments of the program; else all.
int gpus_of_program(const Words& program, int gpus) {
    for (std::size_t k = 1; k + 1 < program.size(); ++k)
        if (program[k] == "--gpus")
            gpus = io::parse_number<int>(program[k + 1]).value_or(gpus);
    return std::clamp(gpus, 0, kMostGpus);
}

}  // namespace

ProgramComparison compare_program(const Words& program, const Words& varied,
                                  const std::string& rate, int gpus) {
    Axes axes{.problem = {},
              .ranks = "1",
              .gpus = std::to_string(gpus_of_program(program, gpus)),
              .blocks = "",
              .policies = kUnsaid,
              .placements = kUnsaid};
    std::vector<Part> parts;
    Words values, seen;
    bool passes_gpus = false;
    for (const auto& text : varied) {
        const auto v = parse_varied(text);
        if (std::ranges::find(seen, v.option) != seen.end())
            throw UsageError(fmt::format(
                "--vary: expected each option once, found {} twice", v.option));
        seen.push_back(v.option);
        const auto words = expand_patterns(v.values, "--vary " + v.option);
        if (v.option == "--placement") {
            axes.placements = v.values;
        } else if (v.option == "--sched") {
            axes.policies = v.values;
        } else if (v.option == "--gpus") {
            axes.gpus = v.values;
            passes_gpus = true;
        } else {
            parts.push_back({v.option, std::ranges::all_of(words, is_size)
                                           ? Words{}
                                           : words});
            values.push_back(v.values);
        }
    }
    const Subject& subject = subject_of(program, parts, rate, passes_gpus);
    for (const Axis& axis : subject.axes) {
        const auto part =
            std::ranges::find(parts, axis.argument, &Part::option);
        axes.problem.push_back(part == parts.end()
                                   ? axis.words.front()
                                   : values[part - parts.begin()]);
    }
    return {&subject, axes};
}

std::string find_program(const std::string& name) {
    std::vector<fs::path> places{name};
    if (name.find('/') == std::string::npos) {
        places.clear();
        const char* const path = std::getenv("PATH");
        std::istringstream folders{path == nullptr ? "" : path};
        for (std::string folder; std::getline(folders, folder, ':');)
            places.push_back(fs::path{folder} / name);
    }
    int reason = ENOENT;
    for (const auto& place : places) {
        std::error_code ignored;
        if (fs::is_directory(place, ignored)) {
            reason = EISDIR;
            continue;
        }
        if (::access(place.c_str(), X_OK) == 0) return place.string();
        if (errno != ENOENT) reason = errno;
    }
    throw runtime::UnavailableError(
        fmt::format("{}: expected a program to compare, found: {}", name,
                    std::strerror(reason)));
}

std::string program_identity(const Subject& subject) {
    return program_json(subject).value("identity", "");
}

Json program_json(const Subject& s) {
    auto parts = Json::array();
    Words options;
    for (const auto& axis : s.axes) {
        if (axis.argument.empty()) continue;
        parts.push_back({{"option", axis.argument}, {"words", axis.words}});
        options.push_back(axis.argument +
                          (axis.words.empty() ? " NUMBERS" : " WORDS"));
    }
    std::ranges::sort(options);
    auto identity = shell_line(s.program);
    for (const auto& option : options) identity += ", " + option;
    if (s.passes_gpus) identity += ", --gpus";
    if (!s.speed_path.empty()) identity += ", --rate" + s.speed_path;
    return {{"identity", identity},
            {"words", s.program},
            {"varied", parts},
            {"rate", s.speed_path.empty() ? "" : s.unit},
            {"gpus", s.passes_gpus}};
}

const Subject& program_from_json(const Json& j) {
    std::vector<Part> parts;
    for (const auto& part : j.at("varied"))
        parts.push_back({part.at("option").get<std::string>(),
                         part.at("words").get<Words>()});
    const auto program = j.at("words").get<Words>();
    // Its name is needed: refused as wrong JSON is.
    (void)j.at("words").at(0);
    return subject_of(program, parts, j.at("rate").get<std::string>(),
                      j.at("gpus").get<bool>());
}

}  // namespace tasuki::drivers::compare

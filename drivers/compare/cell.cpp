#include "drivers/compare/cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <tuple>

#include "io/crc32.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers::compare {

namespace {

std::ptrdiff_t index_in(const std::vector<std::string>& words,
                        const std::string& word) {
    return std::ranges::find(words, word) - words.begin();
}

std::vector<std::string> program_arguments(const Cell& c, int repetitions) {
    const Subject& s = *c.subject;
    auto words = s.program;
    const auto add = [&](const char* option, const std::string& value) {
        words.insert(words.end(), {option, value});
    };
    for (std::size_t k = 0; k < c.problem.size(); ++k)
        if (const auto& axis = s.axes[k]; !axis.argument.empty())
            add(axis.argument.c_str(), c.problem[k]);
    if (c.placement != kUnsaid) add("--placement", c.placement);
    if (c.policy != kUnsaid) add("--sched", c.policy);
    if (s.passes_gpus) add("--gpus", std::to_string(c.gpus));
    if (repetitions > 0) add("--repetitions", std::to_string(repetitions));
    return words;
}

/// @param folder  that takes them
std::vector<std::string> output_arguments(const Cell& c,
                                          const std::string& folder) {
    const Outputs& o = *c.subject->outputs;
    std::vector<std::string> words{
        "--out", o.file.empty() ? folder : folder + "/" + o.file};
    words.insert(words.end(), o.options.begin(), o.options.end());
    if (c.outputs == kInLine)
        words.insert(words.end(), {"--outputs-beside", "0"});
    return words;
}

/// What a value is sorted by: of a lattice first the sites of a time slice.
std::vector<double> order_of(const Axis& axis, const std::string& value) {
    if (!axis.words.empty())
        return {static_cast<double>(index_in(axis.words, value))};
    std::vector<double> order{1};
    for (const int number : numbers_in(value)) order.push_back(number);
    for (std::size_t k = 1; k + 1 < order.size(); ++k) order[0] *= order[k];
    return order;
}

}  // namespace

const std::vector<std::string>& outputs_words() {
    static const std::vector<std::string> words{kNoOutputs, kInLine, kBeside};
    return words;
}

std::string describe_outputs(const std::string& outputs) {
    if (outputs == kNoOutputs) return "no outputs";
    return outputs == kInLine ? "outputs in line" : "outputs beside";
}

std::string key(const Cell& c) {
    std::string text;
    for (std::size_t k = 0; k < c.problem.size(); ++k)
        text += c.subject->axes[k].tag + c.problem[k] + '_';
    text += fmt::format("n{}_g{}_", c.ranks, c.gpus);
    if (c.subject->has_blocks()) text += fmt::format("b{}_", c.blocks);
    text += fmt::format("{}_{}", c.policy, c.placement);
    if (c.has_outputs()) text += '_' + c.outputs;
    if (c.process > 1) text += fmt::format("_p{}", c.process);
    return file_name(std::move(text));
}

std::string file_name(std::string text) {
    constexpr std::size_t kLongest = 200;
    const auto sum = io::crc32_of_text(text);
    bool changed = false;
    for (char& c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 ||
            std::string_view{"_-.,+=@"}.find(c) != std::string_view::npos)
            continue;
        changed = changed || c != ':';
        c = '-';
    }
    if (!changed && text.size() <= kLongest) return text;
    text.resize(std::min(text.size(), kLongest));
    return text + fmt::format("_{:08x}", sum);
}

std::string shell_line(const std::vector<std::string>& words) {
    std::string line;
    for (const auto& word : words) {
        const bool plain = std::ranges::all_of(word, [](unsigned char c) {
            return std::isalnum(c) != 0 ||
                   std::string_view{"_-.,+=:/%@"}.find(static_cast<char>(c)) !=
                       std::string_view::npos;
        });
        std::string shown = word;
        for (std::size_t at = 0;
             !plain && (at = shown.find('\'', at)) != std::string::npos;
             at += 4)
            shown.replace(at, 1, "'\\''");
        line += (line.empty() ? "" : " ") +
                (plain && !word.empty() ? shown : fmt::format("'{}'", shown));
    }
    return line;
}

std::vector<std::string> arguments(const Cell& c, int repetitions,
                                   const std::string& folder) {
    const Subject& s = *c.subject;
    if (s.is_program()) return program_arguments(c, repetitions);
    std::vector<std::string> words;
    if (s.simulated) words = {"simulate", "--machine", s.simulated->file};
    words.push_back(s.command);
    if (s.simulated && c.ranks > 1) {
        words.insert(words.end(), {"--ranks", std::to_string(c.ranks)});
        if (const int each = s.simulated->ranks_per_node; each > 1)
            words.insert(words.end(),
                         {"--ranks-per-node", std::to_string(each)});
    }
    words.insert(words.end(), s.arguments.begin(), s.arguments.end());
    for (std::size_t k = 0; k < c.problem.size(); ++k)
        words.insert(words.end(), {s.axes[k].argument, c.problem[k]});
    words.insert(words.end(),
                 {"--placement", c.placement, "--sched", c.policy});
    if (s.passes_gpus)
        words.insert(words.end(), {"--gpus", std::to_string(c.gpus)});
    if (c.placement != "dynamic" && s.static_repetitions > 0)
        repetitions = s.static_repetitions;
    if (c.has_outputs() && s.outputs->once) repetitions = 1;
    if (s.steps == 0)
        words.insert(words.end(),
                     {"--repetitions", std::to_string(repetitions)});
    else
        words.insert(words.end(),
                     {"--steps", std::to_string(s.steps * repetitions),
                      "--every", std::to_string(s.steps)});
    if (s.has_blocks() && c.blocks != kAutomatic)
        words.insert(words.end(), {"--blocks", c.blocks});
    if (c.has_outputs())
        for (auto& word : output_arguments(c, folder))
            words.push_back(std::move(word));
    return words;
}

bool is_launched(const Cell& c) {
    return c.ranks > 1 && !c.subject->simulated;
}

std::string command_line(const Cell& c, int repetitions) {
    if (c.subject->is_program()) return shell_line(arguments(c, repetitions));
    const auto ranks =
        is_launched(c) ? fmt::format("mpirun -np {} ", c.ranks) : "";
    return fmt::format("{}tasuki {}", ranks,
                       shell_line(arguments(c, repetitions)));
}

bool before(const Cell& a, const Cell& b) {
    const auto& axes = a.subject->axes;
    for (std::size_t k = 0; k < axes.size(); ++k)
        if (a.problem[k] != b.problem[k])
            return order_of(axes[k], a.problem[k]) <
                   order_of(axes[k], b.problem[k]);
    const auto order = [](const Cell& c) {
        return std::tuple{
            c.ranks,     c.gpus,
            c.blocks,    index_in(outputs_words(), c.outputs),
            c.policy,    index_in(c.subject->placement_names, c.placement),
            c.placement, c.process};
    };
    return order(a) < order(b);
}

Json to_json(const Cell& c) {
    Json j;
    for (std::size_t k = 0; k < c.problem.size(); ++k)
        j[c.subject->axes[k].name] = value_json(c.problem[k]);
    j.update({{"ranks", c.ranks}, {"gpus", c.gpus}});
    if (c.subject->has_blocks()) j["blocks"] = c.blocks;
    j.update({{"policy", c.policy}, {"placement", c.placement}});
    if (c.process > 1) j["process"] = c.process;
    if (c.subject->outputs) j["outputs"] = c.outputs;
    return j;
}

Cell cell_from_json(const Subject& subject, const Json& j) {
    Cell cell{&subject,
              {},
              j.at("ranks").get<int>(),
              j.at("gpus").get<int>(),
              subject.has_blocks() ? j.at("blocks").get<std::string>() : "",
              j.at("policy").get<std::string>(),
              j.at("placement").get<std::string>(),
              j.value("process", 1),
              j.value("outputs", kNoOutputs)};
    if (std::ranges::count(outputs_words(), cell.outputs) == 0 ||
        (cell.has_outputs() && !subject.outputs))
        throw Json::Error(fmt::format("expected outputs of {}, found {}",
                                      subject.command, cell.outputs));
    for (const auto& axis : subject.axes) {
        // Older folders lack what was not asked for then.
        const auto value = axis.usual.empty() || j.contains(axis.name)
                               ? value_from_json(j.at(axis.name))
                               : axis.usual;
        const auto numbers = numbers_in(value);
        const bool known =
            axis.is_text ? !value.empty()
            : axis.words.empty()
                ? !numbers.empty() && std::ranges::min(numbers) > 0
                : std::ranges::count(axis.words, value) > 0;
        // Names of charts are made of it.
        if (!known)
            throw Json::Error(fmt::format("expected a value of {}, found {}",
                                          axis.name, value));
        cell.problem.push_back(value);
    }
    if (cell.ranks < 1 || cell.ranks > kMostRanks || cell.gpus < 0 ||
        cell.gpus > kMostGpus)
        throw runtime::UsageError(
            fmt::format("expected a cell of 1 to {} ranks with 0 to {} GPUs, "
                        "found {} with {}",
                        kMostRanks, kMostGpus, cell.ranks, cell.gpus));
    return cell;
}

}  // namespace tasuki::drivers::compare

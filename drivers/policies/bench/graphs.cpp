#include "drivers/policies/bench/graphs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <sstream>

#include "drivers/compare/cell.hpp"
#include "drivers/compare/patterns.hpp"
#include "drivers/compare/program_subject.hpp"
#include "io/number.hpp"
#include "peers/taskbench/graph/graph.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers::policies {

namespace {

/// A graph without its size.
struct Kind {
    std::string name;
    const char* size;  ///< default
    const compare::Subject* subject;
    std::vector<std::string> more;  ///< values of the axes after the size
    const char* placements;
};

/// F in steps of 0.05, and of 0.1 where CPUs have more than half of the work.
constexpr const char* kShares =
    "gpu,cpu,split:{0.02,0.05,0.1,0.15,0.2,0.25,0.3,0.35,0.4,0.45,0.5,0.6,"
    "0.7,0.8,0.9}";

const std::vector<Kind>& all_kinds() {
    using namespace compare;
    static const std::vector<Kind> kinds = [] {
        std::vector<Kind> all{
            {"wilson",
             "32x32x32x32",
             &wilson_subject(),
             {"double", "18"},
             "gpu,cpu,host-t-minus,host-t,host-all"},
            {"solve",
             "16x16x16x32",
             &solve_subject(),
             {"double", "cg"},
             "gpu,cpu"},
            {"nbody", "32768", &nbody_subject(), {"single"}, kShares},
            {"sht", "341", &sht_subject(), {"8", "host"}, kShares},
            {"cholesky", "12x2048", &tasks_subject(), {}, ""},
            {"heat", "6x1024", &tasks_subject(), {}, ""},
            {"independent", "8x500", &tasks_subject(), {}, ""},
            {"forkjoin", "32x20", &tasks_subject(), {}, ""},
            {"tree", "100x1", &tasks_subject(), {}, ""}};
        // Task Bench's tree is tree:RATIOxWIDTHxSTEPS.
        for (const auto& pattern : peers::taskbench::pattern_names())
            if (std::ranges::count(all, pattern, &Kind::name) == 0)
                all.push_back({pattern, "8x32x10", &tasks_subject(), {}, ""});
        return all;
    }();
    return kinds;
}

int parse_ranks(const std::string& word, const Kind& kind) {
    const auto ranks = io::parse_number<int>(word);
    if (!ranks || *ranks < 1 || *ranks > compare::kMostRanks)
        throw runtime::UsageError(
            fmt::format("--graphs: expected 1 to {} ranks after the @ of {}, "
                        "found '{}'",
                        compare::kMostRanks, kind.name, word));
    if (*ranks > 1 && !kind.subject->has_blocks())
        throw runtime::UsageError(
            fmt::format("--graphs: expected wilson or solve before the @ of "
                        "'{}@{}', which are cut over ranks",
                        kind.name, word));
    return *ranks;
}

Graph parse_graph(const std::string& text) {
    const auto at = text.find('@');
    const auto word = text.substr(0, at);
    const auto colon = word.find(':');
    const auto name = word.substr(0, colon);
    const auto kind = std::ranges::find(all_kinds(), name, &Kind::name);
    if (kind == all_kinds().end() ||
        (colon != std::string::npos && colon + 1 == word.size()))
        throw runtime::UsageError(
            fmt::format("--graphs: expected NAME or NAME:SIZE with NAME one of "
                        "{}, found '{}'",
                        default_graphs(), text));
    const auto size =
        colon == std::string::npos ? kind->size : word.substr(colon + 1);
    Graph graph{fmt::format("{}:{}", name, size),
                kind->subject,
                {size},
                kind->placements,
                kind->placements == kShares};
    if (graph.is_of_tasks()) graph.problem = {graph.text};
    if (at != std::string::npos)
        graph.ranks = parse_ranks(text.substr(at + 1), *kind);
    if (graph.ranks > 1) graph.text += fmt::format("@{}", graph.ranks);
    graph.problem.insert(graph.problem.end(), kind->more.begin(),
                         kind->more.end());
    return graph;
}

}  // namespace

std::string default_graphs() {
    std::string names;
    for (const auto& kind : all_kinds())
        names += fmt::format("{}{}", names.empty() ? "" : ",", kind.name);
    return names;
}

std::vector<Graph> parse_graphs(const std::string& text) {
    std::vector<Graph> graphs;
    for (const auto& word : compare::expand_patterns(text, "--graphs")) {
        graphs.push_back(parse_graph(word));
        if (std::ranges::count(graphs, graphs.back().text, &Graph::text) > 1)
            throw runtime::UsageError(
                fmt::format("--graphs: {} is there twice", graphs.back().text));
    }
    return graphs;
}

Graph program_graph(const std::string& line, int gpus) {
    std::istringstream text{line};
    const std::vector<std::string> words{
        std::istream_iterator<std::string>{text}, {}};
    if (words.empty())
        throw runtime::UsageError("--program: expected a program, found none");
    (void)compare::find_program(words.front());
    const auto compared = compare::compare_program(words, {}, "", gpus);
    auto shown = words;
    shown.front() = std::filesystem::path{words.front()}.filename().string();
    return {fmt::format("{}", fmt::join(shown, " ")), compared.subject,
            compared.axes.problem, "gpu,cpu"};
}

}  // namespace tasuki::drivers::policies

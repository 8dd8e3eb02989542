#include "drivers/compare/matrix.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "codelets/lattice/extents.hpp"
#include "drivers/compare/patterns.hpp"
#include "drivers/compare/simulated_subject.hpp"
#include "io/number.hpp"
#include "runtime/core/context.hpp"
#include "runtime/core/error.hpp"
#include "runtime/policy/policies.hpp"

namespace tasuki::drivers::compare {

namespace {

using runtime::UsageError;
using Words = std::vector<std::string>;

/// More are a slip: at two seconds each they would take half a day.
constexpr std::size_t kMostCells = 20000;

[[noreturn]] void refuse_size() {
    throw UsageError(
        fmt::format("these lists make more than {} cells", kMostCells));
}

Words words_of(const std::string& text, const std::string& option,
               const Words& known) {
    auto words = expand_patterns(text, option);
    for (const auto& word : words)
        if (std::ranges::find(known, word) == known.end())
            throw UsageError(fmt::format("{}: expected some of {}, found '{}'",
                                         option, fmt::join(known, ", "), word));
    return words;
}

std::vector<int> numbers_of(const std::string& text, const std::string& option,
                            int least, int most) {
    std::vector<int> numbers;
    for (const auto& word : expand_patterns(text, option)) {
        const auto number = io::parse_number<int>(word);
        if (!number || *number < least || *number > most)
            throw UsageError(fmt::format(
                "{}: expected whole numbers of {} to {}, found '{}'", option,
                least, most, word));
        numbers.push_back(*number);
    }
    return numbers;
}

Words values_of(const std::string& text, const Axis& axis) {
    if (!axis.words.empty()) return words_of(text, axis.option, axis.words);
    if (axis.is_text) return expand_patterns(text, axis.option);
    Words values;
    if (axis.read)
        for (const auto& word : expand_patterns(text, axis.option))
            values.push_back(axis.read(word, axis.option));
    else
        for (const int number :
             numbers_of(text, axis.option, axis.least, axis.most))
            values.push_back(std::to_string(number));
    return values;
}

Words placements_of(const std::string& text, const Subject& subject) {
    auto words = expand_patterns(text, "--placements");
    for (const auto& word : words) {
        try {
            subject.check_placement(word);
        } catch (const UsageError& e) {
            throw UsageError(fmt::format("--placements: {}", e.what()));
        }
    }
    return words;
}

/// One empty word for a subject without blocks.
Words blocks_of(const std::string& text, const Subject& subject) {
    if (!subject.has_blocks()) return {""};
    Words blocks;
    for (const auto& word : expand_patterns(text, "--blocks"))
        blocks.push_back(
            word == kAutomatic
                ? word
                : lattice::to_string(lattice::parse_extents(word, "--blocks")));
    return blocks;
}

Words outputs_of(const std::string& text, const Subject& subject) {
    auto words = words_of(text, "--outputs", outputs_words());
    for (const auto& word : words)
        if (word != kNoOutputs && !subject.outputs)
            throw UsageError(fmt::format(
                "--outputs {}: expected none, as {} writes nothing while it "
                "computes",
                word,
                subject.simulated ? "a simulation"
                                  : "tasuki " + subject.command));
    return words;
}

/// The first list varies slowest.
std::vector<Words> combinations(const std::vector<Words>& lists) {
    std::vector<Words> all(1);
    for (const auto& list : lists) {
        if (all.size() * list.size() > kMostCells) refuse_size();
        std::vector<Words> longer;
        for (const auto& begin : all)
            for (const auto& word : list) {
                longer.push_back(begin);
                longer.back().push_back(word);
            }
        all = std::move(longer);
    }
    return all;
}

/// Fills a matrix cell by cell.
class Builder {
  public:
    void add(const Cell& work, const Words& policies, const Words& placements) {
        check_simulated(work);
        const auto fits = work.subject->why_not;
        if (const auto why = fits ? fits(work) : ""; !why.empty())
            return leave_out(work, why);
        for (const auto& policy : policies)
            for (const auto& placement : placements) {
                Cell cell = work;
                cell.policy = policy;
                cell.placement = placement;
                if (placement == "cpu") cell.gpus = 0;
                if (!seen_.insert(key(cell)).second) continue;
                if (matrix_.cells.size() == kMostCells) refuse_size();
                matrix_.cells.push_back(cell);
            }
    }

    /// A value that fits no problem is a slip, not a cell to be left out.
    template <class T>
    void check_used(const std::vector<T>& values, T Cell::*part,
                    const char* option) const {
        const auto has = [part](const T& value) {
            return [part, &value](const Cell& c) { return c.*part == value; };
        };
        for (const T& value : values)
            if (std::ranges::none_of(matrix_.cells, has(value)))
                throw UsageError(fmt::format(
                    "{} {}: fits none of these problems: {}", option, value,
                    std::ranges::find_if(left_out_, has(value), &LeftOut::cell)
                        ->why));
    }

    Matrix take() { return std::move(matrix_); }

  private:
    struct LeftOut {
        Cell cell;
        std::string why;
    };

    void leave_out(const Cell& cell, const std::string& why) {
        left_out_.push_back({cell, why});
        auto text =
            fmt::format("{} over {} rank(s) in blocks {}: {}",
                        cell.problem.front(), cell.ranks, cell.blocks, why);
        if (seen_.insert(text).second)
            matrix_.left_out.push_back(std::move(text));
    }

    Matrix matrix_;
    std::set<std::string> seen_;
    std::vector<LeftOut> left_out_;
};

}  // namespace

Axes with_defaults(const Subject& subject, Axes axes, int gpus) {
    const auto fill = [gpus](std::string& axis, const Defaults& defaults) {
        if (axis.empty()) axis = gpus == 0 ? defaults.on_cpu : defaults.on_gpu;
    };
    const bool several = !axes.ranks.empty() && axes.ranks != "1";
    axes.problem.resize(subject.axes.size());
    const bool writes = axes.outputs != kNoOutputs;
    for (std::size_t k = 0; k < axes.problem.size(); ++k) {
        const Axis& axis = subject.axes[k];
        if (writes && !axis.with_outputs.empty())
            fill(axes.problem[k], {axis.with_outputs, axis.with_outputs});
        fill(axes.problem[k], axis.defaults);
    }
    fill(axes.ranks, {"1", "1"});
    fill(axes.gpus, {"0", several ? "1" : std::to_string(gpus)});
    // Ranks need a block each at least, however many they are.
    if (several && subject.has_blocks())
        fill(axes.blocks, {kAutomatic, kAutomatic});
    fill(axes.blocks, subject.blocks);
    fill(axes.policies, subject.policies);
    fill(axes.placements, subject.placements);
    return axes;
}

Matrix make_matrix(const Subject& subject, const Axes& axes) {
    std::vector<Words> lists;
    for (std::size_t k = 0; k < subject.axes.size(); ++k)
        lists.push_back(values_of(axes.problem[k], subject.axes[k]));
    const auto ranks = numbers_of(axes.ranks, "--ranks", 1, kMostRanks);
    const auto gpus = numbers_of(axes.gpus, "--gpus", 0, kMostGpus);
    const auto blocks = blocks_of(axes.blocks, subject);
    const auto policies =
        subject.is_program()
            ? expand_patterns(axes.policies, "--vary --sched")
            : words_of(axes.policies, "--scheds", runtime::policy_names());
    const auto placements = placements_of(axes.placements, subject);
    const auto outputs = outputs_of(axes.outputs, subject);
    Builder builder;
    for (const auto& problem : combinations(lists))
        for (const int rank_count : ranks)
            for (const int gpu_count : gpus)
                for (const auto& cut : blocks)
                    for (const auto& output : outputs)
                        builder.add({&subject, problem, rank_count, gpu_count,
                                     cut, "", "", 1, output},
                                    policies, placements);
    // Automatic blocks fit where the ranks do.
    auto given = blocks;
    std::erase(given, kAutomatic);
    builder.check_used(given, &Cell::blocks, "--blocks");
    builder.check_used(ranks, &Cell::ranks, "--ranks");
    return builder.take();
}

}  // namespace tasuki::drivers::compare

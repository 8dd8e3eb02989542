// The task graphs of Task Bench: columns by time steps, where a task reads
// results of the step before, by a pattern.
//
//   step 0   o   o   o   o        stencil_1d: task (t, i) reads (t - 1, i - 1),
//            |\ /|\ /|\ /|                    (t - 1, i) and (t - 1, i + 1)
//   step 1   o   o   o   o
//
// Every task has a result of its own, so that what it reads is all that it
// waits for.  Source: Slaughter et al., SC20 (2020).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tasuki::peers::taskbench {

/// What task (t, i) reads of step t - 1 in a graph of W columns; nothing if t
/// is 0, and only columns that are there.
enum class Pattern : std::uint8_t {
    trivial,     ///< nothing
    no_comm,     ///< i
    stencil_1d,  ///< i - 1, i, i + 1
    nearest,     ///< i - 2 to i + 2
    spread,      ///< i, and (i + k W / 5 + t mod 5) mod W for k = 1 to 4
    fft,         ///< i - d, i, i + d; d = 2^((t - 1) mod ceil(log2 W))
    tree,        ///< i / 2; step t has min(W, 2^t) tasks
    all_to_all,  ///< all
};

/// In the order of the enum.
const std::vector<std::string>& pattern_names();
std::string_view name_of(Pattern pattern);
/// @param name  one of pattern_names()
Pattern parse_pattern(std::string_view name);

/// Columns that a graph may have: a task with all of them as inputs must fit.
inline constexpr int kMostColumns = 256;
/// Inputs of a task, unless the pattern is all_to_all.
inline constexpr int kFewInputs = 5;

class Graph {
  public:
    /// @param width  columns, 1 to kMostColumns
    /// @param steps  1 at least
    Graph(Pattern pattern, int width, int steps);

    Pattern pattern() const { return pattern_; }
    int width() const { return width_; }
    int steps() const { return steps_; }

    /// Tasks of this step.
    int columns(int step) const;
    /// Columns of step - 1 that the task reads, in the order in which it does.
    std::vector<int> reads(int step, int column) const;

    /// All tasks, numbered step by step: inputs have lower numbers.
    int tasks() const { return static_cast<int>(first_.size()) - 1; }
    /// Numbers of the tasks that `task` reads.
    std::span<const int> inputs(int task) const {
        return {inputs_.data() + first_[task],
                inputs_.data() + first_[task + 1]};
    }
    /// Of all tasks.
    std::size_t dependencies() const { return inputs_.size(); }

  private:
    Pattern pattern_;
    int width_, steps_;
    std::vector<std::size_t> first_{0};  // (tasks + 1)
    std::vector<int> inputs_;
};

}  // namespace tasuki::peers::taskbench

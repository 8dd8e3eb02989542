#include "peers/taskbench/graph/graph.hpp"

#include <algorithm>
#include <bit>

namespace tasuki::peers::taskbench {

namespace {

void add_range(std::vector<int>& columns, int from, int to, int width) {
    for (int i = std::max(0, from); i <= std::min(to, width - 1); ++i)
        columns.push_back(i);
}

std::vector<int> spread(int step, int column, int width) {
    std::vector<int> columns{column};
    for (int k = 1; k < kFewInputs; ++k) {
        const int i =
            (column + k * width / kFewInputs + step % kFewInputs) % width;
        if (std::ranges::count(columns, i) == 0) columns.push_back(i);
    }
    return columns;
}

std::vector<int> butterfly(int step, int column, int width) {
    const int levels = std::bit_width(static_cast<unsigned>(width - 1));
    const int distance = levels == 0 ? width : 1 << ((step - 1) % levels);
    std::vector<int> columns;
    for (const int i : {column - distance, column, column + distance})
        add_range(columns, i, i, width);
    return columns;
}

}  // namespace

const std::vector<std::string>& pattern_names() {
    static const std::vector<std::string> names{
        "trivial", "no_comm", "stencil_1d", "nearest",
        "spread",  "fft",     "tree",       "all_to_all"};
    return names;
}

std::string_view name_of(Pattern pattern) {
    return pattern_names()[static_cast<std::size_t>(pattern)];
}

Pattern parse_pattern(std::string_view name) {
    return static_cast<Pattern>(std::ranges::find(pattern_names(), name) -
                                pattern_names().begin());
}

Graph::Graph(Pattern pattern, int width, int steps)
    : pattern_{pattern}, width_{width}, steps_{steps} {
    int first_before = 0, first = 0;  // tasks of the last step and of this one
    for (int t = 0; t < steps; ++t) {
        for (int i = 0; i < columns(t); ++i) {
            for (const int column : reads(t, i))
                inputs_.push_back(first_before + column);
            first_.push_back(inputs_.size());
        }
        first_before = first;
        first += columns(t);
    }
}

int Graph::columns(int step) const {
    if (pattern_ != Pattern::tree) return width_;
    return std::min(width_, 1 << std::min(step, 30));
}

std::vector<int> Graph::reads(int step, int column) const {
    if (step == 0) return {};
    std::vector<int> columns;
    switch (pattern_) {
        case Pattern::trivial:
            break;
        case Pattern::no_comm:
            return {column};
        case Pattern::stencil_1d:
            add_range(columns, column - 1, column + 1, width_);
            break;
        case Pattern::nearest:
            add_range(columns, column - 2, column + 2, width_);
            break;
        case Pattern::spread:
            return spread(step, column, width_);
        case Pattern::fft:
            return butterfly(step, column, width_);
        case Pattern::tree:
            return {column / 2};
        case Pattern::all_to_all:
            add_range(columns, 0, width_ - 1, width_);
    }
    return columns;
}

}  // namespace tasuki::peers::taskbench

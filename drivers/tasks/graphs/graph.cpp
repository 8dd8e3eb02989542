#include "drivers/tasks/graphs/graph.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "drivers/tasks/graphs/kernel.hpp"
#include "drivers/tasks/graphs/task_bench.hpp"
#include "io/number.hpp"
#include "peers/taskbench/graph/graph.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

using namespace task_graphs;

// ---- Cholesky

using Potrf = Kernel<"potrf", Update<double>>;
using Trsm = Kernel<"trsm", Read<double>, Update<double>>;
using Syrk = Kernel<"syrk", Read<double>, Update<double>>;
using Gemm = Kernel<"gemm", Read<double>, Read<double>, Update<double>>;

/// Priorities are those of examples/cholesky.
class Cholesky {
  public:
    Cholesky(Context& context, int count, int side)
        : context_{context}, count_{count}, cube_{std::pow(side, 3)} {
        for (int i = 0; i < count; ++i)
            for (int j = 0; j <= i; ++j)
                tiles_.emplace(std::pair{i, j},
                               make_array(context, 1.0 * side * side));
    }
    void submit_iteration(Iteration& iteration) {
        const int n = count_;
        for (int k = 0; k < n; ++k) {
            submit<Potrf>(context_, iteration,
                          {.priority = 3 * (n - k), .flops = cube_ / 3},
                          at(k, k));
            for (int i = k + 1; i < n; ++i)
                submit<Trsm>(context_, iteration,
                             {.priority = 3 * n - i - 2 * k, .flops = cube_},
                             at(k, k), at(i, k));
            for (int j = k + 1; j < n; ++j) update_column(iteration, j, k);
        }
    }

  private:
    Doubles& at(int i, int j) { return tiles_.at({i, j}); }
    void update_column(Iteration& iteration, int j, int k) {
        submit<Syrk>(context_, iteration,
                     {.priority = -2 * j - k, .flops = cube_}, at(j, k),
                     at(j, j));
        for (int i = j + 1; i < count_; ++i)
            submit<Gemm>(context_, iteration,
                         {.priority = -i - j - k, .flops = 2 * cube_}, at(i, k),
                         at(j, k), at(i, j));
    }

    Context& context_;
    int count_;
    double cube_;
    std::map<std::pair<int, int>, Doubles> tiles_;
};

// ---- Heat

using Edges = Kernel<"edges", Read<double>, Write<double>>;
using Step = Kernel<"step", Write<double>, Read<double>, Read<double>,
                    Read<double>, Read<double>, Read<double>>;

class Heat {
  public:
    Heat(Context& context, int blocks, int side)
        : context_{context}, blocks_{blocks}, side_{side} {
        for (int k = 0; k < (blocks + 2) * (blocks + 2); ++k)
            all_.push_back({make_array(context, 1.0 * side * side),
                            make_array(context, 1.0 * side * side),
                            make_array(context, 4.0 * side)});
    }
    void submit_iteration(Iteration& iteration) {
        for (int step = 0; step < kSteps; ++step) submit_step(iteration);
    }

  private:
    static constexpr int kSteps = 10;
    struct Block {
        Doubles u, next, edges;
    };
    Block& at(int r, int c) {
        return all_[static_cast<std::size_t>(r * (blocks_ + 2) + c)];
    }
    template <class Visit>
    void each_block(const Visit& visit) {
        for (int r = 1; r <= blocks_; ++r)
            for (int c = 1; c <= blocks_; ++c) visit(r, c);
    }
    void submit_step(Iteration& iteration) {
        each_block([&](int r, int c) {
            submit<Edges>(context_, iteration,
                          {.priority = 1, .bytes = 64.0 * side_}, at(r, c).u,
                          at(r, c).edges);
        });
        each_block([&](int r, int c) {
            Block& b = at(r, c);
            submit<Step>(context_, iteration, {.flops = 6.0 * side_ * side_},
                         b.next, b.u, at(r - 1, c).edges, at(r + 1, c).edges,
                         at(r, c - 1).edges, at(r, c + 1).edges);
        });
        each_block([&](int r, int c) { std::swap(at(r, c).u, at(r, c).next); });
    }

    Context& context_;
    int blocks_, side_;
    std::vector<Block> all_;
};

// ---- Independent tasks, and forks with joins

using Work = Kernel<"work", Update<double>>;
using Large = Kernel<"large", Read<double>, Update<double>>;
using Small = Kernel<"small", Read<double>, Update<double>>;
using Fork = Kernel<"fork", Update<double>>;
constexpr int kMost = 64;
using Join = Kernel<"join", Update<double>, runtime::Each<Read<double>, kMost>>;

class Independent {
  public:
    Independent(Context& context, int count, double flops)
        : context_{context}, flops_{flops} {
        for (int k = 0; k < count; ++k)
            all_.push_back(make_array(context, 1000));
    }
    void submit_iteration(Iteration& iteration) {
        for (Doubles& array : all_)
            submit<Work>(context_, iteration, {.flops = flops_}, array);
    }

  private:
    Context& context_;
    double flops_;
    std::vector<Doubles> all_;
};

/// Half of a stage's tasks is large: 1 ms on a GPU, 20 ms on a core; the others
/// are small: 0.2 ms on a GPU, 0.4 ms on a core.
class ForkJoin {
  public:
    static constexpr double kLarge = 20, kSmall = 2;  // ratios

    ForkJoin(Context& context, int width, int stages,
             const runtime::Machine& machine)
        : context_{context},
          stages_{stages},
          large_{core_flops(machine, 1e-3 * kLarge)},
          small_{core_flops(machine, 0.2e-3 * kSmall)},
          root_{make_array(context, 1000)} {
        for (int k = 0; k < width; ++k)
            all_.push_back(make_array(context, k % 2 == 0 ? 100'000 : 1000));
    }
    void submit_iteration(Iteration& iteration) {
        for (int stage = 0; stage < stages_; ++stage) {
            submit<Fork>(context_, iteration, {}, root_);
            for (std::size_t k = 0; k < all_.size(); ++k)
                if (k % 2 == 0)
                    submit<Large>(context_, iteration, {.flops = large_}, root_,
                                  all_[k]);
                else
                    submit<Small>(context_, iteration, {.flops = small_}, root_,
                                  all_[k]);
            runtime::List<Read<double>> results;
            for (std::size_t k = 1; k < all_.size(); k += 2)
                results.add(all_[k]);
            submit<Join>(context_, iteration, {}, root_, results);
        }
    }

  private:
    Context& context_;
    int stages_;
    double large_, small_;
    Doubles root_;
    std::vector<Doubles> all_;
};

// ---- Elimination tree

using Front = Kernel<"front", Update<double>>;
using SmallFront = Kernel<"small_front", Update<double>>;
using Extend = Kernel<"extend", Read<double>, Update<double>>;

/// A front is factorized when the contributions of its children were added.
/// The larger the tree below it, the larger it is.
class Tree {
  public:
    Tree(Context& context, int count, int seed) : context_{context} {
        std::mt19937 random{static_cast<std::uint32_t>(seed)};
        const auto between = [&](double low, double high) {
            return low + (high - low) * random() / 4294967296.0;
        };
        for (int k = 0; k < count; ++k) {
            // In the order of elimination: the parent has a higher number.
            const int reach = std::min(count - 1 - k, 1 + k / 4);
            const int parent =
                k == count - 1 ? k
                               : k + 1 + static_cast<int>(between(0, reach));
            const double height = 1.0 * (k + 1) / count;
            const double side =
                between(0.6, 1.4) * (64 + 3000 * std::pow(height, 4));
            nodes_.push_back(
                {std::min(parent, count - 1), std::floor(side),
                 make_array(context, std::pow(std::floor(side), 2))});
        }
    }
    void submit_iteration(Iteration& iteration) {
        const int count = static_cast<int>(nodes_.size());
        for (int k = 0; k < count; ++k) {
            Node& node = nodes_[static_cast<std::size_t>(k)];
            const SubmitOptions options{
                .priority = count - node.parent,
                .flops = std::pow(node.side, 3) * 2 / 3};
            if (node.side < kSmallSide)
                submit<SmallFront>(context_, iteration, options, node.front);
            else
                submit<Front>(context_, iteration, options, node.front);
            if (node.parent == k) continue;
            Node& parent = nodes_[static_cast<std::size_t>(node.parent)];
            const double part = std::min(node.side, parent.side) / 2;
            submit<Extend>(
                context_, iteration,
                {.priority = options.priority, .bytes = 3 * 8 * part * part},
                node.front, parent.front);
        }
    }

  private:
    static constexpr double kSmallSide = 512;
    struct Node {
        int parent;
        double side;
        Doubles front;
    };
    Context& context_;
    std::vector<Node> nodes_;
};

/// Those of "AxBxC", all above 0; none if it is not that.
std::vector<int> numbers_of(std::string text) {
    std::vector<int> numbers;
    for (auto at = text.find('x');; at = text.find('x')) {
        const auto number = io::parse_number<int>(text.substr(0, at));
        if (!number || *number <= 0) return {};
        numbers.push_back(*number);
        if (at == std::string::npos) return numbers;
        text.erase(0, at + 1);
    }
}

}  // namespace

TaskGraph parse_task_graph(const std::string& text,
                           const runtime::Machine& machine) {
    const auto colon = std::min(text.find(':'), text.size());
    const std::string name = text.substr(0, colon);
    const auto numbers =
        numbers_of(text.substr(std::min(colon + 1, text.size())));
    if (numbers.size() == 3)
        if (auto graph = find_task_bench(name, numbers, machine)) return *graph;
    const bool is_pair = numbers.size() == 2;
    const int a = is_pair ? numbers[0] : 0, b = is_pair ? numbers[1] : 0;
    if (is_pair && name == "cholesky" && a <= 64 && b <= 8192)
        // Assumed: a GPU is 2, 11, 26 and 29 times as fast as a core where
        // gemm reaches 29 times; the other kernels fall behind it likewise.
        return {{"potrf", "trsm", "syrk", "gemm"},
                {{"potrf", 29. / 2}, {"trsm", 29. / 11}, {"syrk", 29. / 26}},
                loader<Cholesky>(a, b)};
    if (is_pair && name == "heat" && a <= 32 && b <= 8192)
        return {{"edges", "step"}, {}, loader<Heat>(a, b)};
    if (is_pair && name == "independent" && a <= 1000 && b <= 10000)
        return {{"work"},
                {{"work", slowness(machine, a)}},
                loader<Independent>(b, core_flops(machine, 1e-3 * a))};
    if (is_pair && name == "forkjoin" && a <= 2 * kMost && b <= 1000)
        return {{"large", "small"},
                {{"large", slowness(machine, ForkJoin::kLarge)},
                 {"small", slowness(machine, ForkJoin::kSmall)}},
                loader<ForkJoin>(a, b, machine)};
    if (is_pair && name == "tree" && a <= 10000)
        return {{"small_front", "front", "extend"},
                {{"small_front", 50}, {"front", 3}},
                loader<Tree>(a, b)};
    throw runtime::UsageError(fmt::format(
        "--graph {}: expected cholesky:TILESxSIDE, heat:BLOCKSxSIDE, "
        "independent:RATIOxTASKS, forkjoin:WIDTHxSTAGES, tree:FRONTSxSEED or "
        "PATTERN:RATIOxWIDTHxSTEPS with PATTERN one of {}",
        text, fmt::join(peers::taskbench::pattern_names(), ", ")));
}

}  // namespace tasuki::drivers

// A graph of tasks whose order shows in what they leave.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "runtime/runtime.hpp"

namespace tasuki::test {

using runtime::Array, runtime::Context;
using runtime::Read, runtime::Update, runtime::Write, runtime::Each;

using Numbers = Array<std::uint64_t>;

struct Seed {
    std::uint64_t seed;
};

/// Neither commutes with another, nor forgets what it has seen.
inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    return (a ^ (a >> 29)) * 0xbf58476d1ce4e5b9 + b;
}

struct Change {
    static constexpr auto name = "change";
    using Args = Seed;
    static void cpu(const Args& s, Update<std::uint64_t> y) {
        for (auto& value : y) value = mix(value, s.seed);
    }
};
struct Gather {
    static constexpr auto name = "gather";
    using Args = Seed;
    static void cpu(const Args& s, Write<std::uint64_t> y,
                    Each<Read<std::uint64_t>, 4> from) {
        for (std::size_t i = 0; i < y.size(); ++i) {
            y[i] = s.seed;
            for (const auto& x : from) y[i] = mix(y[i], x[i % x.size()]);
        }
    }
};
struct AddTo {
    static constexpr auto name = "add_to";
    using Args = Seed;
    static void cpu(const Args& s, Update<std::uint64_t> y,
                    Read<std::uint64_t> x) {
        for (std::size_t i = 0; i < y.size(); ++i)
            y[i] = mix(y[i], x[i % x.size()] + s.seed);
    }
};

inline std::uint64_t sum_of(const Numbers& numbers) {
    std::uint64_t sum = 0;
    for (const auto value : numbers.read()) sum = mix(sum, value);
    return sum;
}

/// The same graph from the same seed, whatever runs it.
class RandomGraph {
  public:
    /// @param workers  each task names one of so many, or none
    RandomGraph(Context& context, unsigned seed, int workers = 0)
        : context_{context}, random_{seed} {
        for (int k = 0; k < 6; ++k)
            arrays_.emplace_back(context, 1 + random_() % 100, k);
        for (int k = 0; k < 40; ++k)
            tasks_.push_back({static_cast<int>(random_() % 3), pick(), pick(),
                              static_cast<int>(random_() % (workers + 1)) - 1});
    }

    void submit(std::uint64_t seed) {
        for (const auto& [kind, y, x, worker] : tasks_) {
            const runtime::SubmitOptions on{.worker = worker};
            Numbers& array = arrays_[y];
            ++seed;
            if (kind == 0 || x == y) {
                runtime::submit<Change>(context_, {seed}, on, array);
            } else if (kind == 1) {
                runtime::submit<AddTo>(context_, {seed}, on, array, arrays_[x]);
            } else {
                runtime::List<Read<std::uint64_t>> from;
                for (std::size_t k = 0; k < arrays_.size(); ++k)
                    if (k != y && k % 2 == x % 2) from.add(arrays_[k]);
                runtime::submit<Gather>(context_, {seed}, on, array, from);
            }
        }
    }
    /// Arrays of other sizes.
    void resize() {
        for (auto& array : arrays_)
            array = Numbers{context_, 1 + random_() % 100, 7};
    }
    std::vector<std::uint64_t> sums() const {
        std::vector<std::uint64_t> sums;
        for (const auto& array : arrays_) sums.push_back(sum_of(array));
        return sums;
    }

  private:
    struct Task {
        int kind;
        std::size_t y, x;
        int worker;
    };
    std::size_t pick() { return random_() % arrays_.size(); }

    Context& context_;
    std::mt19937 random_;
    std::vector<Numbers> arrays_;
    std::vector<Task> tasks_;
};

}  // namespace tasuki::test

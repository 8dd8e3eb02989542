// What the signature of a kernel accepts, and what a task then does with its
// arrays.
#include <array>
#include <numeric>
#include <span>
#include <vector>

#include "runtime/runtime.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::Matrix, runtime::List;
using runtime::ArraysOf, runtime::WithoutModel;
using runtime::Read, runtime::Write, runtime::Update, runtime::Each;

struct None {};

/// y += a x
struct Axpy : WithoutModel {
    static constexpr auto name = "axpy";
    struct Args {
        int a;
    };
    static void cpu(const Args& args, Update<int> y, Read<int> x) {
        for (std::size_t i = 0; i < y.size(); ++i) y[i] += args.a * x[i];
    }
};

struct Convert : WithoutModel {
    static constexpr auto name = "convert";
    using Args = None;
    static void cpu(const None&, Write<double> to, Read<int> from) {
        std::copy(from.begin(), from.end(), to.begin());
    }
};

/// With a gap, which is cleared before it is sent.
template <class T>
struct Remember : WithoutModel {
    static constexpr auto name = "remember";
    struct Args {
        T first;
        char gap;
        T last;
    };
    static void cpu(const Args& args, Write<T> to) {
        to[0] = args.first;
        to[1] = args.last;
    }
};

struct SumOfList : WithoutModel {
    static constexpr auto name = "sum_of_list";
    using Args = None;
    static void cpu(const None&, Write<int> sum, Each<Read<int>, 3> list) {
        *sum = 0;
        for (const auto& member : list)
            *sum += std::accumulate(member.begin(), member.end(), 0);
    }
};

/// An aggregate as a member of a list, between two other arrays.
struct Pair {
    Update<int> to;
    Read<int> from;
};
struct AddPairs : WithoutModel {
    static constexpr auto name = "add_pairs";
    using Args = None;
    static void cpu(const None&, Read<int> factor, Each<Pair, 2> pairs,
                    Write<int> count) {
        for (const Pair& pair : pairs) *pair.to += *factor * *pair.from;
        *count = pairs.size();
    }
};

/// to(column, row) = from(row, column), which it then multiplies by 10.
struct Transpose : WithoutModel {
    static constexpr auto name = "transpose";
    using Args = None;
    static void cpu(const None&, runtime::WriteMatrix<int> to,
                    runtime::UpdateMatrix<int> from) {
        for (std::size_t column = 0; column < from.columns(); ++column)
            for (std::size_t row = 0; row < from.rows(); ++row) {
                to(column, row) = from(row, column);
                from(row, column) *= 10;
            }
    }
};

/// Turns `values` round, by way of memory for the task alone.
struct Reverse : WithoutModel {
    static constexpr auto name = "reverse";
    using Args = None;
    static void cpu(const None&, Update<int> values,
                    runtime::Scratch<int> copy) {
        std::copy(values.begin(), values.end(), copy.begin());
        std::reverse_copy(copy.begin(), copy.end(), values.begin());
    }
};

struct Note : WithoutModel {
    static constexpr auto name = "note";
    struct Args {
        int digit;
        std::atomic<int>* ran;
    };
    static void cpu(const Args& args, runtime::Commute<int> order,
                    Read<int> /*ready*/) {
        *order = 10 * *order + args.digit;
        ++*args.ran;
    }
};

using Ints = Array<int>;
using Doubles = Array<double>;

// What else does not fit is refused in words: tests/runtime/refused/.
static_assert(ArraysOf<Axpy, Ints, const Ints>);
static_assert(!ArraysOf<Axpy, Matrix<int>, Ints>);
static_assert(ArraysOf<Convert, Doubles, Ints>);
static_assert(!ArraysOf<Convert, Ints, Doubles>, "in another order");
static_assert(ArraysOf<Transpose, Matrix<int>, Matrix<int>>);
static_assert(!ArraysOf<Transpose, Matrix<int>, const Matrix<int>>);
static_assert(!ArraysOf<Reverse, Ints, const Ints>, "scratch is written");
static_assert(!ArraysOf<Note, const Ints, Ints>);
static_assert(ArraysOf<SumOfList, Ints, List<Read<int>>>);

Ints array_of(Context& context, const std::vector<int>& values) {
    Ints array{context, values.size()};
    array.assign(values);
    return array;
}

std::vector<int> values_of(const Ints& array) {
    const auto host = array.read();
    return {host.span().begin(), host.span().end()};
}

}  // namespace

TEST_CASE_TEMPLATE("all arguments arrive", T, std::int16_t, int, float, double,
                   long double) {
    Context context;
    Array<T> to{context, 2};
    runtime::submit<Remember<T>>(context, {T(3), 'x', T(5)}, to);
    CHECK(to.read()[0] == T(3));
    CHECK(to.read()[1] == T(5));
}

TEST_CASE("a task computes with its arguments and with the sizes of arrays") {
    Context context{cpu_workers(1)};
    Ints y = array_of(context, {1, 2, 3});
    const Ints x = array_of(context, {10, 20, 30});
    runtime::submit<Axpy>(context, {.a = 2}, y, x);
    CHECK(values_of(y) == std::vector{21, 42, 63});
    Doubles converted{context, 3};
    runtime::submit<Convert>(context, {}, converted, y);
    CHECK(converted.read().span()[2] == 63.0);
}

TEST_CASE("a list has as many arrays as the task was given") {
    Context context{cpu_workers(1)};
    Ints sum{context, 1};
    const std::vector<int> expected{0, 3, 33, 433};
    List<Read<int>> list;
    std::vector<Ints> members;
    members.push_back(array_of(context, {1, 2}));
    members.push_back(array_of(context, {30}));
    members.push_back(array_of(context, {100, 100, 200}));
    for (std::size_t n = 0; n <= members.size(); ++n) {
        CAPTURE(n);
        if (n > 0) list.add(members[n - 1]);
        CHECK(list.size() == n);
        runtime::submit<SumOfList>(context, {}, sum, list);
        CHECK(values_of(sum) == std::vector{expected[n]});
    }
    list.add(members[0]);
    const auto message = message_of<runtime::UsageError>(
        [&] { runtime::submit<SumOfList>(context, {}, sum, list); });
    CHECK(contains(message, "sum_of_list takes at most 3 arrays"));
}

TEST_CASE("members of a list can be several arrays each") {
    Context context{cpu_workers(1)};
    Ints count{context, 1};
    const Ints factor = array_of(context, {3});
    const Ints hundred = array_of(context, {100});
    Ints a = array_of(context, {1}), b = array_of(context, {2});
    List<Pair> pairs;
    pairs.add(a, hundred);
    pairs.add(b, factor);
    runtime::submit<AddPairs>(context, {}, factor, pairs, count);
    CHECK(values_of(a) == std::vector{1 + 3 * 100});
    CHECK(values_of(b) == std::vector{2 + 3 * 3});
    CHECK(values_of(count) == std::vector{2});
}

TEST_CASE("a matrix is a tile of what the caller has") {
    const std::size_t rows = 3, columns = 4, leading = 7;
    std::vector<int> memory(leading * columns);
    std::iota(memory.begin(), memory.end(), 0);
    const std::vector<int> before = memory;
    Context context{cpu_workers(1)};
    {
        Matrix<int> tile{context, memory.data() + 2, rows, columns, leading};
        Matrix<int> transposed{context, columns, rows};
        CHECK(transposed.rows() == columns);
        runtime::submit<Transpose>(context, {}, transposed, tile);
        const auto host = transposed.read();
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t column = 0; column < columns; ++column)
                CHECK(host(column, row) == before[2 + row + leading * column]);
    }
    for (std::size_t i = 0; i < memory.size(); ++i) {
        CAPTURE(i);
        const std::size_t row = i % leading;
        const bool inside = row >= 2 && row < 2 + rows;
        CHECK(memory[i] == (inside ? 10 : 1) * before[i]);
    }
    const auto message = message_of<runtime::UsageError>([&] {
        Matrix<int> tile{context, memory.data(), 5, 2, 4};
    });
    CHECK(contains(message, "cannot be 4 elements apart"));
    const auto too_large = message_of<runtime::UsageError>([&] {
        Matrix<double> matrix{context, 65536, 65536};
    });
    CHECK(contains(too_large, "an array of 4294967296 elements"));
    const Matrix<double> largest{context, 65535, 65537};
}

TEST_CASE("elements of a matrix stay in reach where it is moved meanwhile") {
    Context context{cpu_workers(1)};
    Matrix<int> first{context, 3, 4}, moved{context, 1, 1};
    {
        const auto host = first.write();
        moved = std::move(first);
        first = Matrix<int>{context, 2, 2};
        CHECK(host.view().rows() == 3);
        CHECK(host.view().columns() == 4);
        for (std::size_t k = 0; k < 12; ++k)
            host(k % 3, k / 3) = static_cast<int>(k);
    }
    const auto host = moved.read();
    for (std::size_t k = 0; k < 12; ++k)
        CHECK(host(k % 3, k / 3) == static_cast<int>(k));
}

TEST_CASE("scratch memory belongs to the task") {
    Context context{cpu_workers(several_workers())};
    Ints scratch{context, 4};
    std::vector<Ints> arrays;
    for (int k = 0; k < 20; ++k)
        arrays.push_back(array_of(context, {k, k + 1, k + 2, k + 3}));
    for (Ints& array : arrays)
        runtime::submit<Reverse>(context, {}, array, scratch);
    for (int k = 0; k < 20; ++k)
        CHECK(values_of(arrays[k]) == std::vector{k + 3, k + 2, k + 1, k});
}

TEST_CASE("updates that commute do not wait for each other") {
    Context context{cpu_workers(1)};
    Ints order = array_of(context, {0}), late = array_of(context, {0});
    const Ints early = array_of(context, {0});
    std::atomic<int> first{0}, second{0};
    {
        const auto held = late.update();
        runtime::submit<Note>(context, {1, &first}, order, late);
        runtime::submit<Note>(context, {2, &second}, order, early);
        for (int ms = 0; ms < 5000 && second == 0; ++ms)
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        CHECK(first == 0);
        CHECK(second == 1);
    }
    CHECK(values_of(order) == std::vector{21});
}

TEST_CASE("when_done is called once when its task has ended") {
    constexpr int tasks = 10;
    std::array<std::atomic<int>, tasks> calls{};
    std::array<int, tasks> seen{}, values{};
    std::atomic<int> ended{0};
    Context context{cpu_workers(several_workers())};
    std::vector<Ints> arrays;
    const Ints one = array_of(context, {1});
    for (int k = 0; k < tasks; ++k) {
        arrays.emplace_back(context, std::span{&values[k], 1});
        const auto note = [&, k] {
            seen[k] = values[k];
            ++calls[k];
            ++ended;
        };
        runtime::submit<Axpy>(context, {.a = 7}, {.when_done = note},
                              arrays.back(), one);
    }
    context.wait();
    for (int ms = 0; ms < 5000 && ended < tasks; ++ms)
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    for (int k = 0; k < tasks; ++k) {
        CAPTURE(k);
        CHECK(calls[k] == 1);
        CHECK(seen[k] == 7);
    }
}

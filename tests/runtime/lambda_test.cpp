// Lambdas as tasks.
#include "runtime/core/lambda.hpp"

#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "runtime/core/statistics.hpp"
#include "runtime/runtime.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::Matrix, runtime::List;
using runtime::Read, runtime::Update, runtime::Each;
using runtime::Where;

struct Both {
    Update<int> to;
    Read<int> from;
};

/// Says when the last of its copies ends.
std::shared_ptr<int> counted(std::atomic<int>& ended) {
    return {new int{7}, [&ended](int* value) {
                delete value;
                ++ended;
            }};
}

std::vector<int> integers(const Array<int>& array) {
    const auto host = array.read();
    return {host.begin(), host.end()};
}

}  // namespace

TEST_CASE("a lambda is a task, and has what it captures") {
    Context context{cpu_workers(several_workers())};
    std::vector<int> memory{1, 2, 3};
    Array<int> y{context, std::span{memory}};
    const Array<int> x{context, 3, 10};
    int a = 2;
    for (int k = 0; k < 100; ++k)
        runtime::submit(
            context, "axpy",
            [a, k](Update<int> to, Read<int> from) {
                for (std::size_t i = 0; i < to.size(); ++i)
                    to[i] = (to[i] + a * from[i] + k) % 1000;
            },
            y, x);
    a = 0;
    const auto found = integers(y);
    std::vector<int> expected{1, 2, 3};
    for (int k = 0; k < 100; ++k)
        for (int& value : expected) value = (value + 20 + k) % 1000;
    CHECK(found == expected);
    context.wait();
    CHECK(context.statistics().phases().at("axpy").on_cpu == 100);
}

TEST_CASE("a lambda takes all that a kernel takes") {
    Context context{cpu_workers(1)};
    Array<int> to{context, 1, 1}, from{context, 1, 20}, scratch{context, 8};
    Matrix<int> matrix{context, 2, 3};
    runtime::submit(
        context, "fill_matrix",
        [](runtime::WriteMatrix<int> m) {
            for (std::size_t column = 0; column < m.columns(); ++column)
                for (std::size_t row = 0; row < m.rows(); ++row)
                    m(row, column) = static_cast<int>(row + 10 * column);
        },
        matrix);
    List<Both> pairs;
    pairs.add(to, from);
    runtime::submit(
        context, "pairs",
        [](Each<Both, 2> all, runtime::Scratch<int> copy,
           runtime::ReadMatrix<int> m) {
            for (const Both& pair : all) {
                *copy = *pair.from;
                *pair.to += *copy + m(1, 2);
            }
        },
        pairs, scratch, matrix);
    CHECK(to.read()[0] == 1 + 20 + 21);
    bool called = false;
    runtime::submit(context, "alone", [&called] { called = true; });
    context.wait();
    CHECK(called);
}

TEST_CASE("a lambda has the options of a task") {
    Context context{cpu_workers(several_workers())};
    Array<int> y{context, 1, 0};
    std::atomic<int> done{0};
    for (const auto& worker : context.workers()) {
        runtime::submit(
            context, "where",
            [](Update<int> to) { *to = starpu_worker_get_id(); },
            {.worker = worker.id, .when_done = [&done] { ++done; }}, y);
        CHECK(y.read()[0] == worker.id);
    }
    context.wait();
    CHECK(done == static_cast<int>(context.workers().size()));
    const auto message = message_of<runtime::UnavailableError>([&] {
        runtime::submit(
            context, "only_cpu", [](Update<int>) {}, {.where = Where::gpu}, y);
    });
    CHECK(contains(message, "kernel only_cpu needs a GPU worker"));
    // It takes a stream, and this Context has no GPU.
    const auto other = message_of<runtime::UnavailableError>([&] {
        runtime::submit(
            context, "only_gpu", [](Update<int>, gpu::Stream) {}, y);
    });
    CHECK(contains(other, "kernel only_gpu needs"));
}

TEST_CASE("one lambda may have several names") {
    Context context{{.cpu_workers = 1, .gpus = 0, .policy = "dmda"}};
    Array<int> y{context, 1, 0};
    const auto increase = [](Update<int> to) { ++*to; };
    for (int k = 0; k < 6; ++k)
        runtime::submit(context, "increase_" + std::to_string(k % 2), increase,
                        y);
    CHECK(y.read()[0] == 6);
    context.wait();
    const auto phases = context.statistics().phases();
    CHECK(phases.at("increase_0").on_cpu == 3);
    CHECK(phases.at("increase_1").on_cpu == 3);
}

TEST_CASE("what a lambda captures lives until its task has ended") {
    std::atomic<int> ended{0};
    std::atomic<bool> open{false};
    Context context{cpu_workers(1)};
    Array<int> y{context, 1, 0};
    {
        const auto value = counted(ended);
        const std::vector<int> more(100, 1);
        runtime::submit(
            context, "captures",
            [value, more, &open](Update<int> to) {
                wait_until(open);
                *to += *value + std::accumulate(more.begin(), more.end(), 0);
            },
            y);
    }
    CHECK(ended == 0);
    open = true;
    CHECK(y.read()[0] == 107);
    context.wait();
    CHECK(ended == 1);
}

TEST_CASE("a graph records lambdas, and keeps what they capture") {
    std::atomic<int> ended{0};
    for (const auto capture : {runtime::Capture::off, runtime::Capture::on}) {
        auto options = cpu_workers(1);
        options.capture = capture;
        ended = 0;
        Context context{options};
        Array<int> y{context, 100, 1};
        {
            const auto value = counted(ended);
            const auto submit = [&](int a) {
                runtime::submit(
                    context, "scaled", [a](Update<int> to) { to[0] *= a; }, y);
                runtime::submit(
                    context, "shared",
                    [value](Update<int> to) {
                        to[0] = (to[0] + *value) % 1000;
                    },
                    y);
                runtime::submit_elements(
                    context, "elements",
                    [a] TASUKI_LAMBDA(int i, Update<int> to) {
                        if (i > 0) to[i] = (to[i] + a * i) % 1000;
                    },
                    y);
            };
            auto graph = runtime::record(context, [&] { submit(3); });
            graph.run(5);
            graph.run(5);
        }
        int first = 1, last = 1;
        for (int k = 0; k < 10; ++k) {
            first = (3 * first + 7) % 1000;
            last = (last + 3 * 99) % 1000;
        }
        const auto found = integers(y);
        CHECK(found.front() == first);
        CHECK(found.back() == last);
        context.wait();
        CHECK(ended == 1);
    }
}

// Arrays that StarPU keeps.
#include "runtime/core/array.hpp"

#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "runtime/core/host_memory.hpp"
#include "runtime/core/matrix.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context;

void fill(Array<int>& array, int first) {
    const auto host = array.write();
    int value = first;
    for (int& v : host.span()) v = value++;
}

bool holds(const Array<int>& array, int first) {
    const auto host = array.read();
    for (const int v : host.span())
        if (v != first++) return false;
    return true;
}

void slow_increment(int* values, void* done) {
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    ++values[0];
    *static_cast<std::atomic<bool>*>(done) = true;
}

}  // namespace

TEST_CASE("elements are filled, and read in a loop") {
    Context context{cpu_workers(1)};
    Array<int> array{context, 1000, 3};
    CHECK(array.size() == 1000);
    CHECK(array.bytes() == 1000 * sizeof(int));
    int sum = 0;
    for (const int v : array.read()) sum += v;
    CHECK(sum == 3000);
    array.fill(4);
    CHECK(array.read()[999] == 4);
    for (int& v : array.update()) ++v;
    CHECK(array.read()[0] == 5);
}

TEST_CASE("host memory is aligned for the vectors of any CPU") {
    Context context{cpu_workers(1)};
    for (const std::size_t size : {1, 1000, 1 << 20}) {
        CAPTURE(size);
        Array<int> array{context, size};
        fill(array, 0);
        const auto host = array.read();
        CHECK(reinterpret_cast<std::uintptr_t>(host.span().data()) % 128 == 0);
    }
}

TEST_CASE("host memory has no limit but the machine's") {
    // What StarPU takes the machine's memory for, it can be wrong about.
    setenv("STARPU_LIMIT_CPU_MEM", "1", 1);  // [MiB]
    {
        Context context{cpu_workers(1)};
        Array<int> array{context, 1 << 20};
        fill(array, 3);
        CHECK(holds(array, 3));
    }
    unsetenv("STARPU_LIMIT_CPU_MEM");
}

TEST_CASE("an array that is too long for StarPU is refused") {
    Context context{cpu_workers(1)};
    const auto message = message_of<runtime::UsageError>([&] {
        Array<char> array{context, std::size_t{1} << 32};
    });
    CHECK(contains(message, "cut it into more blocks"));
}

TEST_CASE("an array does not go before the task that uses it has ended") {
    Context context{cpu_workers(1)};
    std::atomic<bool> done{false};
    {
        Array<int> array{context, 1};
        clear(array);
        submit_work(context, array, &done, slow_increment);
    }
    CHECK(done);
}

TEST_CASE("prefetch keeps the content, for every worker") {
    Context context;
    Array<int> array{context, 5000};
    fill(array, 3);
    for (const auto& worker : context.workers()) {
        CAPTURE(worker.name);
        array.prefetch(worker.id);
        CHECK(holds(array, 3));
    }
}

TEST_CASE("a function is called when an array has come to the host") {
    Context context;
    std::vector<int> memory(5000, 1);
    const runtime::PinnedMemory pinned{
        context, std::as_writable_bytes(std::span{memory})};
    Array<int> array{context, std::span{memory}};
    // Past the array's end, too.
    const auto calls = std::make_shared<std::atomic<int>>(0);
    for (const auto& worker : context.workers()) {
        CAPTURE(worker.name);
        fill(array, worker.id);
        array.prefetch(worker.id);
        std::atomic<bool> done{false};
        if (worker.kind == runtime::Worker::Kind::cpu) {
            submit_work(context, array, &done, slow_increment);
            array.send_to_host([&, calls] {
                if (done) ++*calls;
            });
        } else {
            array.send_to_host([calls] { ++*calls; });
        }
        array.wait();
        context.wait();
    }
    for (int k = 0; k < 1000 && *calls < int(context.workers().size()); ++k)
        std::this_thread::sleep_for(std::chrono::milliseconds{10});
    CHECK(*calls == int(context.workers().size()));
}

TEST_CASE("what nothing has written cannot be read") {
    Context context{cpu_workers(1)};
    Array<int> array{context, 10};
    const auto refuses = [&](const auto& use) {
        return contains(message_of<runtime::UsageError>(use),
                        "nothing has written");
    };
    CHECK(refuses([&] { array.read(); }));
    CHECK(refuses([&] { array.update(); }));
    CHECK(refuses([&] { array.send_to_host(); }));
    CHECK(refuses(
        [&] { submit_work(context, array, nullptr, [](int*, void*) {}); }));
    array.wait();
    fill(array, 1);
    CHECK(holds(array, 1));
    std::vector<int> memory{3, 4};
    CHECK(holds(Array<int>{context, std::span{memory}}, 3));
}

TEST_CASE("an array that was moved from is refused, and may be assigned to") {
    Context context{cpu_workers(1)};
    Array<int> first{context, 10, 1};
    const Array<int> second{std::move(first)};
    const auto refuses = [&](const auto& use) {
        return contains(message_of<runtime::UsageError>(use), "moved from");
    };
    CHECK(refuses([&] { first.read(); }));
    CHECK(refuses(
        [&] { submit_work(context, first, nullptr, [](int*, void*) {}); }));
    first = Array<int>{context, 10, 2};
    CHECK(first.read()[9] == 2);
    Array<int> third{context, 20, 3};
    std::swap(first, third);
    CHECK(first.size() == 20);
    CHECK(first.read()[19] == 3);
    CHECK(third.read()[9] == 2);
    CHECK(second.read()[9] == 1);
}

TEST_CASE("an array that outlives its Context is refused, its memory is not") {
    std::vector<int> memory{0};
    std::vector<Array<int>> arrays;
    const auto increment = [](int* value, void*) { ++*value; };
    {
        Context context{cpu_workers(1)};
        arrays.emplace_back(context, 10, 1);
        arrays.emplace_back(context, std::span{memory});
        for (auto& array : arrays)
            submit_work(context, array, nullptr, increment);
    }
    CHECK(memory[0] == 1);
    Context context{cpu_workers(1)};
    for (auto& array : arrays) {
        const auto refuses = [&](const auto& use) {
            return contains(message_of<runtime::UsageError>(use),
                            "after its Context has ended");
        };
        CHECK(refuses([&] { array.read(); }));
        CHECK(
            refuses([&] { submit_work(context, array, nullptr, increment); }));
    }
    arrays[0] = Array<int>{context, 10, 5};
    CHECK(arrays[0].read()[0] == 5);
}

TEST_CASE("tiles of a lower triangle are visited row by row") {
    Context context{cpu_workers(1)};
    runtime::LowerTiles<int> tiles{context, 3, 2};
    std::vector<std::pair<int, int>> places;
    tiles.each([&](int i, int j, runtime::Matrix<int>& tile) {
        CHECK(&tile == &tiles(i, j));
        CHECK(tile.rows() == 2);
        CHECK(tile.columns() == 2);
        tile.write()(1, 0) = 10 * i + j;
        places.emplace_back(i, j);
    });
    CHECK(tiles.count() == 3);
    CHECK(places == std::vector<std::pair<int, int>>{
                        {0, 0}, {1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}});
    CHECK(tiles(2, 1).read()(1, 0) == 21);
}

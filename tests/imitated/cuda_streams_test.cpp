// The imitation: streams and events.
#include <algorithm>
#include <set>

#include "tests/imitated/cuda_support.hpp"

using namespace tasuki::test;

TEST_CASE("a stream keeps its order, and streams do not wait for each other") {
    TestStream a, b;
    std::set<std::string> orders;
    for (int k = 0; k < 200; ++k) {
        Letters letters;
        for (const char letter : {'a', 'b', 'c'}) letters.queue(a, letter);
        for (const char letter : {'x', 'y', 'z'}) letters.queue(b, letter);
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        std::string first, second;
        for (const char letter : letters.text())
            (letter < 'x' ? first : second) += letter;
        CHECK(first == "abc");
        CHECK(second == "xyz");
        orders.insert(letters.text());
    }
    CHECK(orders.size() > 5);  // of 20
}

TEST_CASE("a stream that waits for an event comes later") {
    TestStream a, b;
    TestEvent event;
    for (int k = 0; k < 100; ++k) {
        Letters letters;
        letters.queue(a, 'a');
        CHECK(cudaEventRecord(event, a) == cudaSuccess);
        CHECK(cudaStreamWaitEvent(b, event, 0) == cudaSuccess);
        letters.queue(b, 'b');
        CHECK(cudaStreamSynchronize(b) == cudaSuccess);
        CHECK(letters.text() == "ab");
    }
}

TEST_CASE("blocking streams wait for the legacy stream, and it for them") {
    cudaStream_t blocking = nullptr;
    REQUIRE(cudaStreamCreate(&blocking) == cudaSuccess);
    for (int k = 0; k < 50; ++k) {
        Letters letters;
        letters.queue(blocking, 'a');
        letters.queue(nullptr, 'b');
        letters.queue(blocking, 'c');
        CHECK(cudaStreamSynchronize(blocking) == cudaSuccess);
        CHECK(letters.text() == "abc");
    }
    CHECK(cudaStreamDestroy(blocking) == cudaSuccess);
}

TEST_CASE("new device memory is NaN, and has an end") {
    double* memory = nullptr;
    REQUIRE(cudaMalloc(reinterpret_cast<void**>(&memory), 8000) == cudaSuccess);
    std::vector<double> host(1000, 1);
    CHECK(cudaMemcpy(host.data(), memory, 8000, cudaMemcpyDeviceToHost) ==
          cudaSuccess);
    CHECK(std::ranges::all_of(host, [](double x) { return x != x; }));
    std::size_t free = 0, total = 0;
    CHECK(cudaMemGetInfo(&free, &total) == cudaSuccess);
    CHECK(free < total);
    void* more = nullptr;
    CHECK(cudaMalloc(&more, total) == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(cudaMalloc(&more, free) == cudaSuccess);
    CHECK(cudaFree(more) == cudaSuccess);
    CHECK(cudaFree(memory) == cudaSuccess);
}

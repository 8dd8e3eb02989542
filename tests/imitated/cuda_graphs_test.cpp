// The imitation: capture and graphs.
#include <set>

#include "tests/imitated/cuda_support.hpp"

using namespace tasuki::test;

namespace {

void begin(cudaStream_t stream) {
    REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) ==
            cudaSuccess);
}

cudaGraph_t end(cudaStream_t stream) {
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    return graph;
}

cudaGraphExec_t instantiate(cudaGraph_t graph) {
    cudaGraphExec_t exec = nullptr;
    REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
    return exec;
}

/// a, then b and c at once on two streams, then d.
cudaGraph_t capture_fork(Letters& letters, cudaStream_t one, cudaStream_t two) {
    TestEvent fork, join;
    begin(one);
    letters.queue(one, 'a');
    CHECK(cudaEventRecord(fork, one) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(two, fork, 0) == cudaSuccess);
    letters.queue(one, 'b');
    letters.queue(two, 'c');
    CHECK(cudaEventRecord(join, two) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(one, join, 0) == cudaSuccess);
    letters.queue(one, 'd');
    return end(one);
}

}  // namespace

TEST_CASE("what is captured runs when the graph is launched, each time") {
    TestStream one, two;
    Letters letters;
    const auto graph = capture_fork(letters, one, two);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(letters.text().empty());
    const auto exec = instantiate(graph);
    std::set<std::string> orders;
    for (int k = 0; k < 100; ++k) {
        letters.clear();
        CHECK(cudaGraphLaunch(exec, one) == cudaSuccess);
        CHECK(cudaStreamSynchronize(one) == cudaSuccess);
        orders.insert(letters.text());
    }
    CHECK(orders == std::set<std::string>{"abcd", "acbd"});
    // Of one executable graph launches do not overlap.
    for (int k = 0; k < 50; ++k) {
        letters.clear();
        CHECK(cudaGraphLaunch(exec, one) == cudaSuccess);
        CHECK(cudaGraphLaunch(exec, two) == cudaSuccess);
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        CHECK(letters.text()[3] == 'd');
        CHECK(letters.text()[4] == 'a');
    }
    CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
}

TEST_CASE("an update changes later launches, not those that are queued") {
    TestStream one, two;
    Letters first, second;
    const auto graph = capture_fork(first, one, two);
    const auto other = capture_fork(second, one, two);
    const auto exec = instantiate(graph);
    CHECK(cudaGraphLaunch(exec, one) == cudaSuccess);
    cudaGraphExecUpdateResultInfo info{};
    CHECK(cudaGraphExecUpdate(exec, other, &info) == cudaSuccess);
    CHECK(cudaGraphLaunch(exec, one) == cudaSuccess);
    CHECK(cudaStreamSynchronize(one) == cudaSuccess);
    CHECK(first.text().size() == 4);
    CHECK(second.text().size() == 4);

    begin(one);
    first.queue(one, 'x');
    const auto shorter = end(one);
    CHECK(cudaGraphExecUpdate(exec, shorter, &info) ==
          cudaErrorGraphExecUpdateFailure);
    CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged);
    CHECK(cudaGetLastError() == cudaErrorGraphExecUpdateFailure);
}

TEST_CASE("a capture that does what it must not fails at its end") {
    TestStream one, two;
    Letters letters;
    void* memory = nullptr;
    cudaGraph_t graph = nullptr;
    cudaStreamCaptureStatus status{};
    begin(one);
    CHECK(cudaStreamIsCapturing(one, &status) == cudaSuccess);
    CHECK(status == cudaStreamCaptureStatusActive);
    CHECK(cudaMalloc(&memory, 8) == cudaErrorStreamCaptureUnsupported);
    CHECK(cudaStreamIsCapturing(one, &status) == cudaSuccess);
    CHECK(status == cudaStreamCaptureStatusInvalidated);
    CHECK(cudaStreamEndCapture(one, &graph) ==
          cudaErrorStreamCaptureInvalidated);
    CHECK(graph == nullptr);

    begin(one);
    CHECK(cudaStreamSynchronize(one) == cudaErrorStreamCaptureUnsupported);
    CHECK(cudaStreamEndCapture(one, &graph) ==
          cudaErrorStreamCaptureInvalidated);

    SUBCASE("a stream that was not joined") {
        TestEvent fork;
        begin(one);
        CHECK(cudaEventRecord(fork, one) == cudaSuccess);
        CHECK(cudaStreamWaitEvent(two, fork, 0) == cudaSuccess);
        letters.queue(two, 'a');
        CHECK(cudaStreamEndCapture(one, &graph) ==
              cudaErrorStreamCaptureUnjoined);
    }
    SUBCASE("an event from outside") {
        TestEvent outside;
        CHECK(cudaEventRecord(outside, two) == cudaSuccess);
        begin(one);
        CHECK(cudaStreamWaitEvent(one, outside, 0) ==
              cudaErrorStreamCaptureIsolation);
        CHECK(cudaStreamEndCapture(one, &graph) ==
              cudaErrorStreamCaptureInvalidated);
        CHECK(cudaStreamSynchronize(two) == cudaSuccess);
    }
    static_cast<void>(cudaGetLastError());
}

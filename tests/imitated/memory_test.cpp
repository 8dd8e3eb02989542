// Graphs that need more memory than an imitated GPU has.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "runtime/core/environment_changes.hpp"
#include "tests/imitated/kernels.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::Where;

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

/// edge = the first elements of a block.
struct CopyEdge : runtime::WithoutModel {
    static constexpr auto name = "copy_edge";
    using Args = NoArgs;
    static void cpu(const Args&, Fill::Out edge, Mix::In block) {
        std::copy_n(block.begin(), edge.size(), edge.begin());
    }
    static void gpu(const Args&, Fill::Out, Mix::In, gpu::Stream) {
        std::abort();
    }
};

/// block = 3 block + the first element of an edge.
struct AddEdge {
    static constexpr auto name = "add_edge";
    static std::string model() { return "test_add_edge"; }
    using Args = NoArgs;
    static void cpu(const Args&, Mix::Inout block, Mix::In edge) {
        for (unsigned& b : block) b = 3 * b + edge[0];
    }
    static void gpu(const Args&, Mix::Inout, Mix::In, gpu::Stream) {
        std::abort();
    }
};

/// A Context whose GPUs have room for so much.
struct SmallGpus {
    explicit SmallGpus(int megabytes) {
        limit.set("STARPU_LIMIT_CUDA_MEM", std::to_string(megabytes));
        runtime::ContextOptions options;
        options.policy = "feedback";
        context.emplace(options);
    }
    runtime::EnvironmentChanges limit;
    std::optional<Context> context;
};

/// Blocks of a ring, 24 MB and edges, each of which takes what the next one had
/// at its edge, step after step.
/// @param bytes  of an edge
void exchange_edges(Context& context, std::size_t bytes, Where where) {
    constexpr int blocks = 24, steps = 6;
    std::vector<Array<unsigned>> block, edge;
    std::vector<unsigned> expected;
    for (unsigned k = 0; k < blocks; ++k) {
        block.emplace_back(context, kMegabyte / sizeof(unsigned), k);
        edge.emplace_back(context, bytes / sizeof(unsigned), 0U);
        expected.push_back(k);
    }
    const auto next = [](int k) { return (k + 1) % blocks; };
    for (int step = 0; step < steps; ++step) {
        for (int k = 0; k < blocks; ++k)
            runtime::submit<CopyEdge>(context, {},
                                      {.priority = 1, .where = where}, edge[k],
                                      block[k]);
        for (int k = 0; k < blocks; ++k)
            runtime::submit<AddEdge>(context, {}, {.where = where}, block[k],
                                     edge[next(k)]);
        const auto before = expected;
        for (int k = 0; k < blocks; ++k)
            expected[k] = 3 * before[k] + before[next(k)];
    }
    for (int k = 0; k < blocks; ++k) {
        CAPTURE(k);
        CHECK(std::ranges::all_of(
            block[k].read(), [&](unsigned v) { return v == expected[k]; }));
    }
}

}  // namespace

TEST_CASE("a GPU computes with more data than it has memory") {
    // StarPU's pieces are of 32 MB; both workers of a GPU take two tasks of 2
    // MB.
    for (const int megabytes : {20, 12})
        for (const std::size_t edge : {kMegabyte, std::size_t{4000}}) {
            CAPTURE(megabytes);
            CAPTURE(edge);
            SmallGpus small{megabytes};
            exchange_edges(*small.context, edge,
                           megabytes == 12 ? Where::gpu : Where::any);
        }
}

TEST_CASE("a task for which a limited GPU has no room goes to a CPU") {
    SmallGpus small{6};
    Context& context = *small.context;
    for (const auto& gpu : context.workers(runtime::Worker::Kind::gpu))
        CHECK(gpu.memory == 6 * kMegabyte);
    Array<unsigned> y{context, kMegabyte, 1U};
    Array<unsigned> x{context, kMegabyte, 1U};
    runtime::submit<Mix>(context, {5}, y, x);
    context.wait();
    CHECK(context.statistics().phases().at("mix").on_cpu == 1);
    CHECK(message_of<runtime::UnavailableError>([&] {
              runtime::submit<Mix>(context, {5}, {.where = Where::gpu}, y, x);
          }).find("no GPU has more than 0.01 GB") != std::string::npos);
}

// Of two GPUs, the second belongs to another process, as in the compute mode
// EXCLUSIVE_PROCESS.
#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "tests/imitated/kernels.hpp"
#include "tests/runtime/support.hpp"

using namespace tasuki;
using namespace tasuki::test;

TEST_CASE("what uses one GPU touches no other") {
    runtime::ContextOptions options;
    options.gpus = 1;
    runtime::Context context{options};
    runtime::Array<unsigned> y{context, 1000, 1}, x{context, 1000, 2};
    runtime::submit<Mix>(context, {3}, {.where = runtime::Where::gpu}, y, x);
    CHECK(y.read()[999] == 8);
    CHECK(runtime::free_gpu_memory(0) > 0);
}

TEST_CASE("a GPU that refuses is named") {
    runtime::ContextOptions options;
    options.gpus = 2;
    CHECK_THROWS_WITH_AS(
        runtime::Context{options},
        doctest::Contains("GPU 1 (imitated GPU) cannot be used"),
        runtime::UnavailableError);
}

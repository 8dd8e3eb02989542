// Of two GPUs, the second belongs to another process, as in the compute mode
// EXCLUSIVE_PROCESS.
#include <cstdlib>
#include <filesystem>
#include <string>

#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "tests/imitated/kernels.hpp"
#include "tests/runtime/support.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

/// StarPU has to have measured the transfers of the machine with both GPUs:
/// another process does it, for which neither is taken.
bool links_are_measured() {
    const auto self = std::filesystem::read_symlink("/proc/self/exe").string();
    const auto command = "env -u TASUKI_IMITATED_TAKEN '" + self +
                         "' --no-skip --test-case='inside: both GPUs'";
    static const bool measured = std::system(command.c_str()) == 0;
    return measured;
}

}  // namespace

TEST_CASE("inside: both GPUs" * doctest::skip()) {
    const runtime::Context context;
    CHECK(context.count(runtime::Worker::Kind::gpu) >= 2);
}

TEST_CASE("what uses one GPU touches no other") {
    REQUIRE(links_are_measured());
    runtime::ContextOptions options;
    options.gpus = 1;
    runtime::Context context{options};
    runtime::Array<unsigned> y{context, 1000, 1}, x{context, 1000, 2};
    runtime::submit<Mix>(context, {3}, {.where = runtime::Where::gpu}, y, x);
    CHECK(y.read()[999] == 8);
    CHECK(runtime::free_gpu_memory(0) > 0);
}

TEST_CASE("a GPU that refuses is named") {
    REQUIRE(links_are_measured());
    runtime::ContextOptions options;
    options.gpus = 2;
    CHECK_THROWS_WITH_AS(
        runtime::Context{options},
        doctest::Contains("GPU 1 (imitated GPU) cannot be used"),
        runtime::UnavailableError);
}

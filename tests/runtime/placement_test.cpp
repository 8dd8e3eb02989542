// Placements by the name of a kernel.
#include "runtime/core/placement.hpp"

#include "runtime/core/error.hpp"
#include "runtime/core/kernel.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::Where;
using runtime::detail::KernelRecord;

void entry(void**, void*) {}

const KernelRecord kBoth{{}, "both", entry, entry, nullptr};
const KernelRecord kOnCpu{{}, "on_cpu", entry, nullptr, nullptr};

Where placed(const std::string& text, const KernelRecord& kernel, Where asked) {
    return runtime::detail::placed(runtime::parse_placements(text), kernel,
                                   asked);
}

}  // namespace

TEST_CASE("a placement by name wins over the program and that of all kernels") {
    CHECK(placed("gpu,both=cpu", kBoth, Where::gpu) == Where::cpu);
    CHECK(placed("gpu", kBoth, Where::any) == Where::gpu);
    CHECK(placed("gpu", kOnCpu, Where::any) == Where::any);  // it cannot
    CHECK(placed("other=gpu", kBoth, Where::cpu) == Where::cpu);
    CHECK_THROWS_AS(placed("on_cpu=gpu", kOnCpu, Where::any),
                    runtime::UnavailableError);
    CHECK(placed("dynamic", kBoth, Where::gpu) == Where::any);
    CHECK(runtime::detail::placed({}, kBoth, Where::gpu) == Where::gpu);
}

TEST_CASE("placements are written as they are read") {
    for (const char* text : {"gpu", "dynamic,axpy=cpu", "a=gpu,b=dynamic"})
        CHECK(to_string(runtime::parse_placements(text)) == text);
    CHECK(to_string(runtime::Placements{}).empty());
}

TEST_CASE("a Context refuses a placement for which it has no worker") {
    auto options = cpu_workers(1);
    options.placements = {{"updating", Where::gpu}};
    CHECK(contains(message_of<runtime::UnavailableError>(
                       [&] { const Context context{options}; }),
                   "placement updating=gpu needs a GPU worker"));
}

TEST_CASE("tasks run where they are placed, not where the program says") {
    auto options = cpu_workers(1);
    options.placements = {{"updating", Where::cpu}};
    Context context{options};
    Array<int> array{context, 1};
    clear(array);
    const auto submit = [&] {
        submit_work(context, array, nullptr,
                    [](int* value, void*) { ++*value; }, {.where = Where::gpu});
    };
    submit();
    CHECK(array.read().span()[0] == 1);
}

TEST_CASE("placements end with their Context") {
    Context context{cpu_workers(1)};
    Array<int> array{context, 1};
    clear(array);
    CHECK_THROWS_AS(submit_work(context, array, nullptr, [](int*, void*) {},
                                {.where = Where::gpu}),
                    runtime::UnavailableError);
}

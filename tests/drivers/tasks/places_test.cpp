// Static placements of a graph's kernels.
#include "drivers/tasks/graphs/places.hpp"

#include <doctest/doctest.h>

#include "tests/refusal.hpp"

using namespace tasuki::drivers;
using tasuki::runtime::Where;

namespace {

const std::vector<std::string> kKernels{"a", "b"};

/// 'c' or 'g' for each of the next tasks of a kernel, '?' where it is free.
std::string next_of(Places& places, const std::string& kernel, int count) {
    std::string text;
    for (int k = 0; k < count; ++k) {
        const auto where = places.next(kernel);
        text += !where ? '?' : *where == Where::cpu ? 'c' : 'g';
    }
    return text;
}

}  // namespace

TEST_CASE("a placement says where the tasks of each kernel go") {
    auto dynamic = Places::parse("dynamic", kKernels);
    CHECK(next_of(dynamic, "a", 2) == "??");
    auto gpu = Places::parse("gpu,b=cpu", kKernels);
    CHECK(next_of(gpu, "a", 2) == "gg");
    CHECK(next_of(gpu, "b", 2) == "cc");
    CHECK(next_of(gpu, "join", 1) == "?");
    auto one = Places::parse("b=gpu", kKernels);
    CHECK(next_of(one, "a", 1) == "?");
}

TEST_CASE("a part of a kernel's tasks is spread over an iteration") {
    auto places = Places::parse("gpu,a=0.3,b=1", kKernels);
    CHECK(next_of(places, "a", 10) == "gggcggcggc");
    CHECK(next_of(places, "b", 2) == "cc");
    CHECK(next_of(places, "a", 1) == "g");
    places.begin_iteration();
    CHECK(next_of(places, "a", 4) == "gggc");
}

TEST_CASE("all placements by kernel are there once") {
    CHECK(placements_by_kernel(kKernels) ==
          std::vector<std::string>{"gpu", "gpu,a=cpu", "gpu,b=cpu", "cpu"});
    CHECK(placements_by_kernel({"a"}) ==
          std::vector<std::string>{"gpu", "cpu"});
}

TEST_CASE("what is no placement is refused") {
    for (const char* text : {"", "gpu,", "fpga", "c=cpu", "a=", "a=1.5",
                             "a=-0.1", "a=nan", "dynamic,a=cpu", "a"}) {
        CAPTURE(text);
        CHECK_REFUSAL(Places::parse(text, kKernels), "--placement", "a, b");
    }
}

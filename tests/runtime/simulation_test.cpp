#include "runtime/simulation/simulation.hpp"

#include <doctest/doctest.h>

#include "runtime/core/error.hpp"
#include "runtime/simulation/platform.hpp"
#include "tests/runtime/support.hpp"

using namespace tasuki;

namespace {

runtime::Machine described(int gpus, bool reach_each_other) {
    runtime::Machine m{.name = "test",
                       .cpu_name = "CPU",
                       .cores = 3,
                       .memory_bytes = 1000,
                       .cpu = {1e11, 1e10, 2e10, 1},
                       .gpus = gpus,
                       .gpu = {},
                       .nodes = 1,
                       .network = {}};
    if (gpus > 0)
        m.gpu = runtime::MachineGpu{
            "GPU", 6000, {1e12, 1e12, 2e12, 1}, {6e9, 1e-5}, {}};
    if (reach_each_other) m.gpu->to_gpu = runtime::MachineLink{9e10, 4e-6};
    return m;
}

}  // namespace

TEST_CASE("a kernel takes the longer of its traffic and its arithmetic") {
    constexpr runtime::Rates rates{100, 10, 20, 0.5};
    CHECK(runtime::kernel_seconds(rates, 100, 0, 8) == 2);
    CHECK(runtime::kernel_seconds(rates, 100, 10, 8) == 2);
    CHECK(runtime::kernel_seconds(rates, 100, 30, 8) == 6);
    CHECK(runtime::kernel_seconds(rates, 100, 30, 4) == 3);
    CHECK(runtime::kernel_seconds(0.5 * rates, 100, 30, 4) == 6);
}

TEST_CASE("a build that computes refuses to simulate") {
    CHECK_THROWS_AS(runtime::check_simulates(), runtime::UnavailableError);
    CHECK_THROWS_AS(runtime::simulate(described(0, false), [] {}),
                    runtime::UnavailableError);
}

TEST_CASE("a platform has a host for each core and GPU, and links between") {
    using runtime::detail::platform_text;
    const auto none = platform_text(described(0, false));
    CHECK(test::contains(none, "id=\"CPU2\""));
    CHECK_FALSE(test::contains(none, "id=\"CPU3\""));
    CHECK_FALSE(test::contains(none, "<link "));

    const auto two = platform_text(described(2, false));
    CHECK(test::contains(two, "id=\"CPU4\""));  // a core more for each GPU
    CHECK(test::contains(two, "<host id=\"CUDA1\""));
    CHECK(test::contains(two, "id=\"memsize\" value=\"6000\""));
    CHECK(test::contains(two, "id=\"memcpy_peer\" value=\"0\""));
    CHECK(test::contains(two,
                         "<link id=\"CUDA1-RAM\" bandwidth=\"6000000000Bps\""));
    CHECK_FALSE(test::contains(two, "CUDA0-CUDA1"));

    const auto joined = platform_text(described(2, true));
    CHECK(test::contains(joined, "id=\"memcpy_peer\" value=\"1\""));
    CHECK(test::contains(joined, "<route src=\"CUDA1\" dst=\"CUDA0\""));
}

TEST_CASE("tables of links have a column and a row that StarPU loses") {
    using runtime::detail::bandwidth_text, runtime::detail::latency_text;
    CHECK(bandwidth_text(described(0, false)) == "0\tnan\nnan\tnan\n");
    CHECK(bandwidth_text(described(2, false)) ==
          "0\t6000\t6000\tnan\n6000\t0\t3000\tnan\n6000\t3000\t0\tnan\n"
          "nan\tnan\tnan\tnan\n");
    CHECK(bandwidth_text(described(2, true)) ==
          "0\t6000\t6000\tnan\n6000\t0\t90000\tnan\n6000\t90000\t0\tnan\n"
          "nan\tnan\tnan\tnan\n");
    CHECK(test::contains(latency_text(described(2, false)), "\t20\t"));
}

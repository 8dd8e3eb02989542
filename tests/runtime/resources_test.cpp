// How many CPUs a process takes by itself.
#include "runtime/core/resources.hpp"

#include <doctest/doctest.h>

using tasuki::runtime::default_cpus;

TEST_CASE("a process takes all CPUs that nothing takes from it") {
    const auto all = default_cpus(8, 8, nullptr, {});
    CHECK(all.cpus == 8);
    CHECK(all.limited_by.empty());
    CHECK(default_cpus(8, 8, "8", 8.0).limited_by.empty());
    CHECK(default_cpus(8, 8, "16", 9.5).cpus == 8);
    CHECK(default_cpus(8, 8, "many", {}).cpus == 8);
    CHECK(default_cpus(8, 8, "", {}).cpus == 8);
}

TEST_CASE("the tightest limit on CPUs holds, and is named") {
    CHECK(default_cpus(8, 4, nullptr, {}).limited_by == "affinity");
    CHECK(default_cpus(8, 4, nullptr, {}).cpus == 4);
    CHECK(default_cpus(8, 4, "2", 3.0).cpus == 2);
    CHECK(default_cpus(8, 4, "2", 3.0).limited_by == "OMP_NUM_THREADS=2");
    CHECK(default_cpus(8, 8, "4,2", {}).cpus == 4);
    CHECK(default_cpus(8, 8, nullptr, 2.5).cpus == 2);
    CHECK(default_cpus(8, 8, nullptr, 2.5).limited_by ==
          "control group with 2.5 CPUs");
    CHECK(default_cpus(8, 8, nullptr, 0.5).cpus == 1);
}

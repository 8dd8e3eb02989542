// What the policy knows of the times of tasks.
#include <doctest/doctest.h>

#include <utility>

#include "runtime/policy/task_classes.hpp"
#include "runtime/policy/task_places.hpp"
#include "tests/close.hpp"

namespace {

using tasuki::runtime::TaskClasses, tasuki::runtime::TaskPlaces,
    tasuki::runtime::TaskRate, tasuki::runtime::TaskRates;
using tasuki::test::close;
using Kind = TaskPlaces::Kind;

}  // namespace

TEST_CASE("an outlier among task times counts little") {
    TaskRate rate;
    CHECK(rate.seconds(1) == 0);
    for (const double seconds : {1.0, 2e-3, 2e-3, 2e-3, 70.0})
        rate.add(2, seconds);
    CHECK(rate.seconds(2) < 3e-3);
    for (int k = 0; k < 100; ++k) rate.add(2, 8e-3);  // a slower clock
    CHECK(close(rate.seconds(4), 16e-3, 1e-3));
}

TEST_CASE("a size that is new has the rate of the nearest") {
    TaskRates rates;
    CHECK(rates.seconds(1e9) == 0);
    rates.add(1e3, 1e-3);
    rates.add(1e6, 1e-1);
    CHECK(close(rates.seconds(2e3), 2e-3, 1e-3));
    CHECK(close(rates.seconds(1e7), 1, 1e-3));
    CHECK(rates.samples(1e7) == 0);
}

TEST_CASE("a class that is new has the rate of the closest of its kernel") {
    constexpr TaskPlaces::Class kNew = 5;
    const int kernel = 0;
    for (const auto& [small, large] : {std::pair{1, 9}, std::pair{9, 1}}) {
        TaskPlaces places;
        const auto add = [&](TaskPlaces::Class c, double work) {
            places.add(c, {work, "work", &kernel, c});
            places.place(c, work);
        };
        add(static_cast<TaskPlaces::Class>(small), 1e3);
        add(static_cast<TaskPlaces::Class>(large), 1e6);
        add(kNew, 1e5);
        CHECK(places.seconds(kNew, Kind::cpu, 1e5) == 0);
        places.took(static_cast<TaskPlaces::Class>(small), Kind::cpu, 1e3, 1);
        places.took(static_cast<TaskPlaces::Class>(large), Kind::cpu, 1e6, 1);
        CHECK(close(places.seconds(kNew, Kind::cpu, 1e5), 0.1, 1e-3));
    }
}

TEST_CASE("a kernel has a class for each footprint, up to eight") {
    TaskClasses classes;
    const int kernel = 0, other = 0;
    for (std::uint32_t k = 1; k <= 8; ++k)
        CHECK(classes.of(&kernel, 100 - k) == k);
    CHECK(classes.of(&kernel, 9) == 9);
    CHECK(classes.of(&kernel, 10) == 9);
    CHECK(classes.of(&kernel, 97) == 3);
    CHECK(classes.of(&other, 11) == 10);
}

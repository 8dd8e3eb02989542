// The thread that drives the GPUs; itself it needs none.
#include "peers/streams/host_thread.hpp"

#include <doctest/doctest.h>

#include <chrono>

#include "runtime/core/devices.hpp"
#include "runtime/core/team.hpp"

using tasuki::peers::streams::HostThread;

TEST_CASE("jobs run in the order they were posted, on another thread") {
    std::vector<int> order;
    bool elsewhere = false;
    HostThread thread{{}};
    for (int k = 0; k < 1000; ++k) thread.post([&, k] { order.push_back(k); });
    thread.post([&, caller = std::this_thread::get_id()] {
        elsewhere = std::this_thread::get_id() != caller;
    });
    thread.wait();
    CHECK(elsewhere);
    REQUIRE(order.size() == 1000);
    CHECK(std::is_sorted(order.begin(), order.end()));
}

TEST_CASE("wait() and the destructor wait for a job that runs") {
    using namespace std::chrono_literals;
    bool first = false, second = false;
    {
        HostThread thread{{}};
        thread.wait();  // for nothing
        thread.post([&] {
            std::this_thread::sleep_for(50ms);
            first = true;
        });
        thread.wait();
        CHECK(first);
        thread.post([&] {
            std::this_thread::sleep_for(50ms);
            second = true;
        });
    }
    CHECK(second);
}

TEST_CASE("loops in a job use the team") {
    const auto cpus = tasuki::runtime::allowed_cpus();
    int size = 0;
    HostThread thread{{cpus.back()}};
    thread.post([&] { size = tasuki::runtime::team_size(); });
    thread.wait();
    CHECK(size == 1);
}

// Processes that work for the caller.
#include "io/helpers.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <thread>

#include "io/input_error.hpp"
#include "runtime/core/error.hpp"
#include "tests/contains.hpp"

using namespace tasuki;
using namespace tasuki::test;
using io::Helpers;

namespace {

constexpr int kLong = 20'000;  // [ms]

Helpers::Options options(std::function<void(const Helpers::Job&)> work,
                         int count = 1) {
    return {.file = "data.nc",
            .count = count,
            .job_seconds = 1,
            .work = std::move(work),
            .place = [](const Helpers::Job& job) {
                return "field " + std::to_string(job.item);
            }};
}

std::vector<Helpers::Done> wait(Helpers& helpers) {
    return helpers.wait(-1, kLong);
}

/// What waiting for the job says, and its code.
std::pair<runtime::ExitCode, std::string> failure_of(
    const std::function<void(const Helpers::Job&)>& work) {
    Helpers helpers{options(work)};
    helpers.start({7, 1, 2});
    try {
        (void)wait(helpers);
    } catch (const runtime::Error& e) {
        return {e.exit_code(), e.what()};
    }
    return {runtime::ExitCode::done, ""};
}

}  // namespace

TEST_CASE("helpers do jobs beside each other, in memory that is shared") {
    const io::SharedMemory memory{4096};
    auto* const open = new (memory.bytes().data()) std::atomic<int>{0};
    auto* const sum = new (memory.bytes().data() + 64) std::atomic<int>{0};
    Helpers helpers{options(
        [&](const Helpers::Job& job) {
            // Ends only if there are two of it.
            ++*open;
            while (*open < 2) std::this_thread::yield();
            *sum += static_cast<int>(job.item) + 10 * job.buffer + job.task;
        },
        2)};
    helpers.start({100, 2, 3});
    CHECK(helpers.has_idle());
    helpers.start({200, 4, 5});
    CHECK_FALSE(helpers.has_idle());
    std::vector<Helpers::Done> done;
    while (done.size() < 2)
        for (const auto& one : wait(helpers)) done.push_back(one);
    CHECK(*sum == 100 + 20 + 3 + 200 + 40 + 5);
    CHECK(done[0].item + done[1].item == 300);
    CHECK(done[0].seconds > 0);
    CHECK(helpers.has_idle());
    // Again, and with a wait that ends by itself.
    helpers.start({1, 0, 0});
    while (wait(helpers).empty()) continue;
    CHECK(helpers.wait(-1, 0).empty());
}

TEST_CASE("what a job throws is thrown where it is waited for") {
    using runtime::ExitCode;
    const auto refused = failure_of(
        [](auto&) { throw io::InputError("f", "bad", "byte 1", "x", "y"); });
    CHECK(refused.first == ExitCode::bad_input);
    CHECK(refused.second ==
          io::InputError("f", "bad", "byte 1", "x", "y").what());
    CHECK(failure_of([](auto&) {
              throw runtime::NumericsError("nan");
          }).first == ExitCode::numerics);
    CHECK(failure_of([](auto&) { throw std::bad_alloc{}; }).first ==
          ExitCode::unavailable);
}

TEST_CASE("a library that ends its helper does not end the caller") {
    using runtime::ExitCode;
    for (const auto& [signal, words] :
         {std::pair{SIGSEGV, "it fails with"}, {SIGABRT, "it fails with"}}) {
        const auto damaged =
            failure_of([signal = signal](auto&) { std::raise(signal); });
        CHECK(damaged.first == ExitCode::bad_input);
        CHECK(contains(damaged.second, "data.nc: damaged at field 7"));
        CHECK(contains(damaged.second, words));
    }
    const auto endless = failure_of([](auto&) {
        volatile bool ends = false;
        while (!ends) continue;
    });
    CHECK(endless.first == ExitCode::bad_input);
    CHECK(contains(endless.second, "comes to no end"));
    const auto killed = failure_of([](auto&) { std::raise(SIGKILL); });
    CHECK(killed.first == ExitCode::unavailable);
    CHECK(contains(killed.second, "fewer --readers"));
}

TEST_CASE("helpers end with their caller's object, in the midst of a job") {
    const io::SharedMemory memory{64};
    auto* const process = new (memory.bytes().data()) std::atomic<pid_t>{0};
    {
        Helpers helpers{options([&](auto&) {
            *process = ::getpid();
            for (;;) ::pause();
        })};
        helpers.start({0, 0, 0});
        while (*process == 0) std::this_thread::yield();
    }
    CHECK(::kill(*process, 0) != 0);
}

TEST_CASE(
    "without open files left the error says so, and that it is none of ours") {
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
    const rlimit few{4, before.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
    std::exception_ptr error;
    try {
        const Helpers helpers{options([](const Helpers::Job&) {}, 4)};
    } catch (...) {
        error = std::current_exception();
    }
    // Sanitizers need files when somebody looks at the error.
    ::setrlimit(RLIMIT_NOFILE, &before);
    REQUIRE(error);
    try {
        std::rethrow_exception(error);
    } catch (const std::system_error& e) {
        CHECK(contains(e.what(), "cannot be started: Too many open files"));
    }
}

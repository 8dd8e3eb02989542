// What the environment tells StarPU is looked at before StarPU reads it.
#include "runtime/core/environment.hpp"

#include <doctest/doctest.h>
#include <starpu.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "runtime/core/context.hpp"
#include "runtime/core/error.hpp"
#include "tests/child.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;

/// Starts and ends StarPU where NAME is VALUE. An error's code is the exit
/// code.
Ended start_with(const char* name, const std::string& value) {
    const Folder folder;
    return in_child(folder, [&] {
        ::setenv(name, value.c_str(), 1);
        try {
            const runtime::Context context{{.gpus = 0}};
        } catch (const runtime::Error& error) {
            std::fprintf(stderr, "%s", error.what());
            ::_exit(static_cast<int>(error.exit_code()));
        }
    });
}

void check_refused(const char* name, const std::string& value, int code,
                   const std::string& said) {
    const auto ended = start_with(name, value);
    CAPTURE(name);
    CAPTURE(value);
    CAPTURE(ended.said);
    CHECK(ended.code == code);
    CHECK(ended.said.find(said) != std::string::npos);
}

}  // namespace

TEST_CASE(
    "variables of StarPU that make no sense are refused before it starts") {
    for (const char* name : {"STARPU_NCPU", "STARPU_NCPUS", "STARPU_NCUDA",
                             "STARPU_NHIP", "STARPU_WATCHDOG_TIMEOUT"})
        for (const char* value : {"-1", "abc", "", "2x"})
            check_refused(name, value, 2,
                          std::string{name} + "=" + value +
                              ": expected a whole number from 0");
    check_refused("STARPU_NCPU", "100000", 3, "this process may use");
    check_refused("STARPU_SCHED", "nope", 3, "scheduling policy 'nope'");
    check_refused("STARPU_SCHED", "", 3, "scheduling policy ''");
    for (const char* name : {"", "a/b"})
        check_refused("STARPU_HOSTNAME", name, 2,
                      "expected 1 to 64 characters without /");
    check_refused("STARPU_DISABLE_KERNELS", "1", 2,
                  "without its kernels a run has no result");
    CHECK(start_with("STARPU_NCPU", "1").code == kReturned);
    CHECK(start_with("STARPU_SCHED", "eager").code == kReturned);
}

TEST_CASE("a timeout of 0 is no watchdog") {
    const Folder folder;
    const auto ended = in_child(folder, [] {
        ::setenv("STARPU_WATCHDOG_TIMEOUT", "0", 1);
        for (int round = 0; round < 2; ++round) {
            const runtime::Context context{{.gpus = 0}};
            if (std::getenv("STARPU_WATCHDOG_TIMEOUT") != nullptr) ::_exit(1);
        }
        runtime::EnvironmentChanges changes;
        if (runtime::prepare_environment(changes, runtime::Ranks{}).watchdog)
            ::_exit(2);
    });
    CAPTURE(ended.said);
    CHECK(ended.code == kReturned);
}

TEST_CASE("the environment is as it was when a Context has ended") {
    const Folder folder, home;
    const auto ended = in_child(folder, [&] {
        ::setenv("STARPU_WATCHDOG_TIMEOUT", "0", 1);
        ::setenv("XDG_CACHE_HOME", "/proc", 1);
        ::setenv("STARPU_HOME", home.path().c_str(), 1);
        const auto variables = [] {
            std::multiset<std::string> all;
            for (char** entry = environ; *entry != nullptr; ++entry)
                all.insert(*entry);
            return all;
        };
        const auto before = variables();
        {
            const runtime::Context context{{.gpus = 0}};
            if (variables() == before) ::_exit(1);
        }
        if (variables() != before) ::_exit(2);
    });
    CAPTURE(ended.said);
    CHECK(ended.code == kReturned);
}

TEST_CASE("what a thread reads of the environment is not changed under it") {
    const Folder folder;
    const auto ended = in_child(folder, [] {
        ::setenv("SOUND_OLD", "old", 1);  // so that it is the C library's
        const auto read = [](char** from) {
            std::vector<char*> all;
            while (*from != nullptr) all.push_back(*from++);
            return all;
        };
        const auto value = [](const char* name) {
            const char* const text = std::getenv(name);
            return std::string{text == nullptr ? "none" : text};
        };
        char** const reader = environ;
        const auto before = read(reader);
        {
            runtime::EnvironmentChanges changes;
            changes.set("SOUND_OLD", "changed");
            for (int k = 0; k < 100; ++k)
                changes.set(("SOUND_" + std::to_string(k)).c_str(), "new");
            changes.unset("SOUND_7");
            changes.set_default("SOUND_8", "default");
            if (value("SOUND_OLD") != "changed" || value("SOUND_7") != "none" ||
                value("SOUND_8") != "new" || value("SOUND_99") != "new")
                ::_exit(1);
        }
        if (read(reader) != before) ::_exit(2);
        if (value("SOUND_OLD") != "old" || value("SOUND_99") != "none")
            ::_exit(3);
        // As the program changes it, it stays.
        ::setenv("SOUND_OLD", "newer", 1);
        const auto again = [&] {
            runtime::EnvironmentChanges changes;
            changes.set("SOUND_1", "new");
            return environ;
        };
        char** const first = again();
        if (again() != first) ::_exit(4);
        if (value("SOUND_OLD") != "newer") ::_exit(5);
    });
    CAPTURE(ended.said);
    CHECK(ended.code == kReturned);
}

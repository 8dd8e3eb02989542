// Where a process writes when HOME is missing or cannot be written.
#include "runtime/core/home.hpp"

#include <doctest/doctest.h>
#include <starpu.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "codelets/device/tuning.hpp"
#include "runtime/core/context.hpp"
#include "runtime/core/error.hpp"
#include "tests/child.hpp"

namespace {

namespace fs = std::filesystem;
using namespace tasuki;
using namespace tasuki::test;

/// The folders that a process is told of; those left out are not set.
struct Places {
    std::optional<std::string> home{}, starpu_home{}, caches{};
};

void set(const char* name, const std::optional<std::string>& value) {
    if (value)
        setenv(name, value->c_str(), 1);
    else
        unsetenv(name);
}

/// Starts and ends StarPU in a process with these places, whose folder for
/// temporary files is FOLDER/temporary; exits with what `inside` returns.
template <class Inside>
Ended run(const Folder& folder, const Places& places, const Inside& inside) {
    fs::create_directory(folder / "temporary");
    return in_child(folder, [&] {
        ::dup2(STDERR_FILENO, STDOUT_FILENO);  // the log is on stdout here
        set("HOME", places.home);
        set("STARPU_HOME", places.starpu_home);
        set("XDG_CACHE_HOME", places.caches);
        set("TASUKI_CACHE", std::nullopt);
        set("TMPDIR", folder / "temporary");
        int code = 1;
        {
            const runtime::Context context{{.gpus = 0}};
            code = inside() ? 0 : 1;
        }
        std::exit(code);  // unlike _exit() it runs what ends with the process
    });
}

bool is_below(const fs::path& path, const fs::path& folder) {
    return path.string().starts_with(folder.string() + "/");
}

bool has_measurements(const fs::path& home) {
    return fs::is_directory(home / ".starpu" / "sampling");
}

/// That the private folder is where StarPU and the tuning write, that only the
/// user can read it, and that it is gone afterwards.
void check_private(const Places& places, const std::string& reason) {
    const Folder folder;
    const auto ended = run(folder, places, [&] {
        const fs::path home = std::getenv("STARPU_HOME");
        return home == runtime::private_folder() && has_measurements(home) &&
               is_below(home, folder / "temporary") &&
               fs::status(home).permissions() == fs::perms::owner_all;
    });
    CAPTURE(ended.said);
    CHECK(ended.code == 0);
    CHECK(ended.said.find(reason) != std::string::npos);
    CHECK(fs::is_empty(folder / "temporary"));
}

}  // namespace

TEST_CASE("StarPU has a private folder where none can be written") {
    check_private({}, "HOME is not set");
    check_private({.home = "/proc"}, "HOME=/proc cannot be written or is full");
    check_private({.home = ""}, "HOME= cannot be written or is full");
    check_private({.home = "/proc", .caches = "/dev/null"},
                  "XDG_CACHE_HOME=/dev/null cannot be written or is full");
}

TEST_CASE("a limit of file sizes that StarPU cannot live with is named") {
    const Folder folder;
    const auto ended = in_child(folder, [&] {
        ::dup2(STDERR_FILENO, STDOUT_FILENO);
        set("HOME", folder.path());
        const rlimit limit{1000, 1000};
        ::signal(SIGXFSZ, SIG_IGN);
        ::setrlimit(RLIMIT_FSIZE, &limit);
        try {
            const runtime::Context context{{.gpus = 0}};
        } catch (const runtime::UnavailableError& e) {
            const bool says =
                std::string{e.what()}.find("ulimit -f") != std::string::npos;
            ::_exit(says ? 3 : 1);
        }
    });
    CHECK(ended.code == 3);
}

TEST_CASE("StarPU's own order of folders is kept where they can be written") {
    const Folder home, starpu_home, caches;
    const Places all{home.path(), starpu_home.path(), caches.path()};
    const Folder folder;
    const auto ended = run(folder, all, [] { return true; });
    CAPTURE(ended.said);
    CHECK(ended.code == 0);
    CHECK(ended.said.find("cannot be written or is full") == std::string::npos);
    CHECK(has_measurements(caches.path()));
    CHECK(!has_measurements(starpu_home.path()));
    CHECK(!has_measurements(home.path()));
}

TEST_CASE("a folder that cannot be written makes way for the next that can") {
    const Folder home, folder;
    const auto ended =
        run(folder, {.home = home.path(), .caches = "/proc"},
            [] { return std::getenv("XDG_CACHE_HOME") == nullptr; });
    CAPTURE(ended.said);
    CHECK(ended.code == 0);
    CHECK(
        ended.said.find("XDG_CACHE_HOME=/proc cannot be written or is full") !=
        std::string::npos);
    CHECK(has_measurements(home.path()));
}

TEST_CASE("what is tuned without a HOME is kept for this run") {
    const Folder folder;
    const auto ended = run(folder, {}, [&] {
        device::keep_tuned("device", "key", "value");
        return device::tuned("device", "key") == "value" &&
               is_below(device::tuning_file("device"),
                        runtime::private_folder()) &&
               fs::exists(device::tuning_file("device"));
    });
    CAPTURE(ended.said);
    CHECK(ended.code == 0);
    CHECK(fs::is_empty(folder / "temporary"));
}

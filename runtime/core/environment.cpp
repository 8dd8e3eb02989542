#include "runtime/core/environment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/home.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/measurements.hpp"
#include "runtime/core/toolkit.hpp"

namespace tasuki::runtime {

long whole_number(const char* name) {
    const char* text = std::getenv(name);
    if (text == nullptr) return -1;
    long number = -1;
    const char* const end = text + std::strlen(text);
    const auto [at, error] = std::from_chars(text, end, number);
    if (error != std::errc{} || at != end || number < 0)
        throw UsageError(
            fmt::format("{}={}: expected a whole number from 0, found '{}'",
                        name, text, text));
    return number;
}

namespace {

void check_counts() {
    for (const char* name : {"STARPU_NCUDA", "STARPU_NHIP", "STARPU_NOPENCL"})
        whole_number(name);
    const auto available = static_cast<long>(allowed_cpus().size());
    for (const char* name : {"STARPU_NCPU", "STARPU_NCPUS"})
        if (const long asked = whole_number(name); asked > available)
            throw UnavailableError(fmt::format(
                "{}={}: this process may use {} CPUs", name, asked, available));
}

/// StarPU makes names of files of it, and ends the process if it cannot.
void check_host_name() {
    const char* name = std::getenv("STARPU_HOSTNAME");
    constexpr std::size_t most = 64;
    if (name != nullptr && (*name == 0 || std::strlen(name) > most ||
                            std::strchr(name, '/') != nullptr))
        throw UsageError(fmt::format(
            "STARPU_HOSTNAME={}: expected 1 to {} characters without /", name,
            most));
}

/// StarPU would run the graph without computing anything.
void check_kernels() {
    if (whole_number("STARPU_DISABLE_KERNELS") > 0)
        throw UsageError(
            "STARPU_DISABLE_KERNELS: without its kernels a run has no result");
}

/// Whether the user has taken StarPU's own watchdog or none.
bool chose_a_watchdog(EnvironmentChanges& changes) {
    const long microseconds = whole_number("STARPU_WATCHDOG_TIMEOUT");
    if (microseconds == 0)  // StarPU's would end the process at once
        changes.unset("STARPU_WATCHDOG_TIMEOUT");
    return microseconds >= 0;
}

/// Where the user has left StarPU little of a GPU's memory.  It takes small
/// arrays from pieces of 32 MB, of which it keeps four that are empty: with a
/// limit below that it would try for ever to have the first one, and of few
/// pieces too little is left for large arrays.
void spare_memory(EnvironmentChanges& changes) {
    constexpr long few = 1024;  // MB
    const long limit = whole_number("STARPU_LIMIT_CUDA_MEM");
    if (limit >= 0 && limit < few)
        changes.set_default("STARPU_SUBALLOCATOR", "0");
}

/// StarPU would measure the links again at every start that sees another
/// number of GPUs than the one before, as two programs on a machine may in
/// turns: each number has files of its own.
void name_visible_gpus(EnvironmentChanges& changes) {
    constexpr std::size_t most = 48;  // StarPU's longest name is 64
    const auto is_set = [](const char* name) {
        return std::getenv(name) != nullptr;
    };
    if (std::ranges::any_of(
            std::array{"CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES",
                       "ROCR_VISIBLE_DEVICES"},
            is_set))
        changes.set_default(
            "STARPU_HOSTNAME",
            fmt::format("{}-gpus{}", starpu_host().substr(0, most),
                        gpu_devices().size()));
}

void set_defaults(EnvironmentChanges& changes) {
    if (!logger().is_heard(Log::Level::debug))
        changes.set_default("STARPU_SILENT", "1");
    spare_memory(changes);
    name_visible_gpus(changes);
    toolkit::set_defaults(changes);
}

}  // namespace

void say_what_is_set() {
    // Once is enough for a process with one Context after the other.
    static bool said = false;
    if (std::exchange(said, true)) return;
    std::vector<std::string_view> set;
    for (char** entry = environ; *entry != nullptr; ++entry)
        // STARPU_HOME only says where models are kept.
        if (std::strncmp(*entry, "STARPU_", 7) == 0 &&
            std::strncmp(*entry, "STARPU_HOME=", 12) != 0)
            set.emplace_back(*entry);
    if (!set.empty())
        logger().warn("the environment overrides defaults: {}",
                      fmt::join(set, " "));
}

Environment prepare_environment(EnvironmentChanges& changes,
                                const Ranks& ranks) {
    // Ranks of a simulation have one environment, and simulate() says it.
    if (toolkit::calls_kernels() || !ranks.several()) say_what_is_set();
    check_counts();
    check_host_name();
    check_kernels();
    const bool chosen = chose_a_watchdog(changes);
    set_defaults(changes);
    return {std::getenv("STARPU_SCHED"), !chosen, provide_starpu_home(changes)};
}

}  // namespace tasuki::runtime

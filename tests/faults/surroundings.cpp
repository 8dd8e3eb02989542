// Streams that are closed or full, and odd environment variables.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "runtime/core/devices.hpp"
#include "tests/faults/fault.hpp"

namespace tasuki::faults {

namespace {

void no_stdin(Case& c) {
    c.start.closed = {STDIN_FILENO};
    c.allowed = {.refusal = false};
    c.note = "stdin is closed";
}

void no_stdout(Case& c) {
    c.start.closed = {STDOUT_FILENO};
    c.note = "stdout is closed";
}

void no_stderr(Case& c) {
    c.start.closed = {STDERR_FILENO};
    c.allowed = {.refusal = false};
    c.note = "stderr is closed";
}

void no_streams(Case& c) {
    c.start.closed = {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO};
    c.note = "stdin, stdout and stderr are closed";
}

bool prints(const Command&, const Reference& reference) {
    return !reference.prints.front().empty();
}

void full_stdout(Case& c) {
    c.start.output = "/dev/full";
    c.allowed = {.success = false};
    c.reasons = {std::strerror(ENOSPC)};
    c.note = "stdout is /dev/full";
}

void full_stderr(Case& c) {
    c.start.errors = "/dev/full";
    c.allowed = {.refusal = false};
    c.note = "stderr is /dev/full";
}

/// As in `tasuki ... | head -0`: SIGPIPE ends most programs.
void reader_gone(Case& c) {
    c.start.reader_gone = true;
    c.allowed.signal = SIGPIPE;
    c.reasons = {std::strerror(EPIPE)};
    c.note = "nobody reads stdout";
}

/// Values that have no right to disturb a run.
void harmless_variable(Case& c) {
    static const std::vector<std::pair<const char*, const char*>> values{
        {"LC_ALL", "de_DE.UTF-8"},
        {"LC_ALL", "nonsense"},
        {"LC_NUMERIC", "fr_FR"},
        {"TZ", "nonsense"},
        {"COLUMNS", "0"},
        {"TERM", ""},
        {"MALLOC_PERTURB_", "165"},
        {"TMPDIR", ""},
        {"XDG_CACHE_HOME", "/dev/null"},
        {"STARPU_HOME", "/proc/nowhere"},
        {"OMP_NUM_THREADS", "1"},
        {"OMP_SCHEDULE", "dynamic,1"},
        {"OMP_PROC_BIND", "true"},
        {"CUDA_VISIBLE_DEVICES", "99"},
        {"SLURM_NTASKS", "2"},
        {"STARPU_PROFILING", "1"},
        {"STARPU_CALIBRATE", "1"},
        {"PATH", ""},
        {"HDF5_USE_FILE_LOCKING", "FALSE"}};
    const auto& [name, value] = c.random.one_of(values);
    c.start.environment[name] = value;
    // It says with how many threads it would compute.
    if (c.command.name == "devices" &&
        std::string_view{name} == "OMP_NUM_THREADS")
        c.start.environment[name] =
            fmt::format("{}", runtime::allowed_cpus().size());
    // Cells of another environment are not continued.
    const bool asks = std::string_view{name}.starts_with("OMP_") ||
                      std::string_view{name}.starts_with("STARPU_");
    c.allowed = {.refusal = asks && c.command.name == "compare-more"};
    c.note = fmt::format("{}='{}'", name, c.start.environment[name]);
}

void odd_variable(Case& c) {
    static const std::vector<std::pair<const char*, const char*>> values{
        {"TMPDIR", "/nonexistent"},
        {"STARPU_NCPU", "64"},
        {"STARPU_NCPU", "-1"},
        {"STARPU_NCPU", "abc"},
        {"STARPU_NCPU", "0"},
        {"STARPU_SCHED", "nope"},
        {"STARPU_WATCHDOG_TIMEOUT", "0"},
        {"STARPU_WATCHDOG_TIMEOUT", "abc"},
        {"STARPU_DISABLE_KERNELS", "1"},
        {"STARPU_WORKERS_CPUID", "99"},
        {"STARPU_WORKERS_CPUID", "x"},
        {"STARPU_LIMIT_CPU_MEM", "1"},
        {"STARPU_MAX_WORKERSIZE", "0"},
        {"STARPU_NOPENCL", "-3"},
        {"STARPU_NMAX_FXT", "z"},
        {"HWLOC_XMLFILE", "/nonexistent"},
        {"HWLOC_SYNTHETIC", "nonsense"},
        {"HWLOC_COMPONENTS", "stop"},
        {"OMP_NUM_THREADS", "0"},
        {"OMP_NUM_THREADS", "abc"},
        {"STARPU_HOSTNAME", "a/b"},
        {"OMP_NUM_THREADS", "100"},
        {"OMP_THREAD_LIMIT", "1"},
        {"OMP_STACKSIZE", "1"},
        {"OMPI_COMM_WORLD_SIZE", "x"},
        {"OMPI_COMM_WORLD_RANK", "7"},
        {"GOMP_CPU_AFFINITY", "900-901"},
        {"MALLOC_ARENA_MAX", "x"}};
    const auto& [name, value] = c.random.one_of(values);
    c.start.environment[name] = value;
    c.note = fmt::format("{}='{}'", name, value);
}

void long_environment(Case& c) {
    c.start.environment["LONG"] = std::string(100'000, 'x');
    c.allowed = {.refusal = false};
    c.note = "a variable of 100000 bytes";
}

}  // namespace

const std::vector<Fault>& surroundings() {
    static const std::vector<Fault> all{
        {"no-stdin", always, no_stdin},
        {"no-stdout", always, no_stdout},
        {"no-stderr", always, no_stderr},
        {"no-streams", always, no_streams},
        {"stdout-full", prints, full_stdout},
        {"stderr-full", always, full_stderr},
        {"reader-gone", prints, reader_gone},
        {"harmless-variable", always, harmless_variable},
        {"odd-variable", always, odd_variable},
        {"long-environment", always, long_environment}};
    return all;
}

std::vector<Fault> all_faults() {
    std::vector<Fault> all;
    for (const auto* family :
         {&kills(), &disks(), &inputs(), &homes(), &limits(), &surroundings()})
        all.insert(all.end(), family->begin(), family->end());
    return all;
}

}  // namespace tasuki::faults

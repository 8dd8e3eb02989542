#include "io/interrupt.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "runtime/core/error.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/core/home.hpp"
#include "runtime/mpi/launcher.hpp"
#include "runtime/mpi/rank_table.hpp"
#include "runtime/mpi/ranks.hpp"

namespace tasuki::io {

namespace {

/// A slot is claimed, then filled, then published: the handler, which may run
/// on any thread at any moment, looks at published ones only.
enum class SlotState : int { empty, claimed, published };

struct Slot {
    std::atomic<SlotState> state{SlotState::empty};
    std::array<char, PATH_MAX> path{};
};

// The handler may neither allocate nor lock, so the table is static.
std::array<Slot, 64> table;
static_assert(std::atomic<SlotState>::is_always_lock_free);

/// Of several ranks one speaks for all; mpirun ends the others with a signal
/// when one has failed.
bool speaks = true, several = false;

std::atomic<pid_t> child{0};
static_assert(std::atomic<pid_t>::is_always_lock_free);

void remove_temporary_files() noexcept {
    for (const Slot& slot : table)
        if (slot.state == SlotState::published) ::unlink(slot.path.data());
    // Folders are empty now; what is still in one is none of ours.
    for (const Slot& slot : table)
        if (slot.state == SlotState::published) ::rmdir(slot.path.data());
    runtime::remove_private_folder();
}

void say(const char* line) noexcept {
    [[maybe_unused]] const auto ignored =
        ::write(STDERR_FILENO, line, std::strlen(line));
}

/// Why the run ends: a rank has died, and the launcher ends the others, or
/// somebody has interrupted it.
void say_why() noexcept {
    runtime::leave_rank_table();
    runtime::say_farewell();
    if (const auto dead = runtime::find_dead_rank()) {
        if (!runtime::speaks_for_all()) return;
        char line[512];
        std::snprintf(line, sizeof line,
                      "tasuki: error: rank %d (%s, pid %d) died without a "
                      "word: killed from outside, perhaps for lack of memory; "
                      "all ranks end\n",
                      dead->rank, runtime::rank_host(), dead->process);
        say(line);
    } else if (speaks && runtime::speaks_for_all()) {
        // Before they know each other, a rank may have been refused.
        if (several && runtime::seen_ranks() == runtime::Seen::none) return;
        say(runtime::seen_ranks() == runtime::Seen::some
                ? "tasuki: interrupted, or a rank on another machine died\n"
                : "tasuki: interrupted\n");
    }
}

std::atomic<bool> defers{false}, wants_checkpoint{false};
std::atomic<int> asked_to_end{0};
static_assert(std::atomic<bool>::is_always_lock_free &&
              std::atomic<int>::is_always_lock_free);

/// [ms]; async-signal-safe.
std::int64_t now() noexcept {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{1000} * time.tv_sec + time.tv_nsec / 1000000;
}

/// Whether the run sees to the signal itself.  Ranks cannot agree on anything
/// after one of them has ended.
bool is_deferred(int signal) {
    if (!defers || !ends_run(signal) || !runtime::all_ranks_run()) return false;
    static std::atomic<std::int64_t> first{0};
    static_assert(std::atomic<std::int64_t>::is_always_lock_free);
    // timeout(1) signals a process, and then its group, of which it is one.
    constexpr std::int64_t kSameRequest = 100;  // [ms]
    int none = 0;
    if (!asked_to_end.compare_exchange_strong(none, signal))
        return now() - first < kSameRequest;
    first = now();
    if (speaks)
        say("tasuki: interrupted: a checkpoint is written first; a second "
            "signal ends the run at once\n");
    return true;
}

extern "C" void note_checkpoint(int) {
    wants_checkpoint = true;
}

/// Async-signal-safe: write(2), unlink(2), _exit(2), and what stops a child.
extern "C" void stop_or_note(int signal) {
    if (is_deferred(signal)) return;
    // A second signal finds another thread: one of them speaks.
    static std::atomic_flag stopping = ATOMIC_FLAG_INIT;
    if (stopping.test_and_set())
        for (;;) ::pause();
    say_why();
    // The child first: it could write what is removed then.
    if (const pid_t leader = child; leader > 0) stop_process_group(leader, 2);
    remove_temporary_files();
    ::_exit(128 + signal);
}

}  // namespace

void handle_interrupts() {
    runtime::set_clean_up(remove_temporary_files);
    speaks = runtime::launched_rank() == 0;
    several = runtime::launched_ranks() > 1;
    struct sigaction action {};
    action.sa_handler = stop_or_note;
    action.sa_flags = SA_RESTART;
    sigfillset(&action.sa_mask);
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    // Past ulimit -f, write() says so then: files end as on a full disk.
    ::signal(SIGXFSZ, SIG_IGN);
    // nohup means "survive the terminal": an ignored SIGHUP stays ignored.
    struct sigaction before {};
    ::sigaction(SIGHUP, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);
}

DeferredSignals::DeferredSignals() {
    asked_to_end = 0;
    wants_checkpoint = false;
    struct sigaction action {};
    action.sa_handler = note_checkpoint;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGUSR1, &action, &before_);
    defers = true;
}

DeferredSignals::~DeferredSignals() {
    defers = false;
    ::sigaction(SIGUSR1, &before_, nullptr);
}

int DeferredSignals::take() noexcept {
    const bool asked = wants_checkpoint.exchange(false);
    if (const int signal = asked_to_end) return signal;
    return asked ? SIGUSR1 : 0;
}

Interrupted::Interrupted(int signal, const std::string& where,
                         const std::string& checkpoint)
    : std::runtime_error{fmt::format(
          "interrupted after {}; the same command with --resume {} goes on",
          where, checkpoint)},
      signal_{signal} {}

TemporaryFileGuard::TemporaryFileGuard(const std::string& path) : slot_{-1} {
    if (path.size() >= PATH_MAX)
        throw runtime::UsageError(
            fmt::format("{}: cannot write: the path is too long", path));
    for (std::size_t k = 0; k < table.size(); ++k) {
        auto expected = SlotState::empty;
        if (!table[k].state.compare_exchange_strong(expected,
                                                    SlotState::claimed))
            continue;
        std::memcpy(table[k].path.data(), path.c_str(), path.size() + 1);
        table[k].state = SlotState::published;
        slot_ = static_cast<int>(k);
        return;
    }
    throw runtime::UsageError(
        fmt::format("{}: cannot write: {} output files are open already", path,
                    table.size()));
}

void TemporaryFileGuard::release() noexcept {
    if (slot_ >= 0) table[slot_].state = SlotState::empty;
    slot_ = -1;
}

ChildGuard::ChildGuard(pid_t leader) noexcept {
    child = leader;
}

ChildGuard::~ChildGuard() {
    child = 0;
}

void stop_process_group(pid_t leader, int seconds) noexcept {
    constexpr int kTick = 10;  // [ms]
    ::kill(-leader, SIGTERM);
    for (int waited = 0; waited < 1000 * seconds; waited += kTick) {
        if (::waitpid(leader, nullptr, WNOHANG) != 0) break;
        ::poll(nullptr, 0, kTick);
    }
    // What the leader left behind, or the leader that would not go.
    ::kill(-leader, SIGKILL);
    ::waitpid(leader, nullptr, 0);
}

}  // namespace tasuki::io

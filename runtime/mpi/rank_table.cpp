#include "runtime/mpi/rank_table.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "runtime/core/log.hpp"
#include "runtime/core/ranks.hpp"

namespace tasuki::runtime {

namespace {

enum class State : int { absent, running, left };

struct Entry {
    std::atomic<State> state;
    pid_t process;
    int rank;
};
static_assert(std::atomic<State>::is_always_lock_free);

/// The first failure of the last Context that has failed.
struct Failed {
    std::atomic<std::uint32_t> written;   ///< Context whose words are written
    std::atomic<std::uint32_t> complete;  ///< Context whose words are complete
    Failure failure;
};

/// Zero bytes, as new shared memory has them, are a table without ranks.
struct Table {
    std::atomic<int> spoken;
    Failed failed;
    Entry entries[1];  // (local ranks)
};

// Read by signal handlers, so plain memory that lives as long as the process.
Table* table = nullptr;
Failed of_process;  // where there is no table
Failed* failed = &of_process;
std::atomic<std::uint32_t> context{0};
int own_rank = 0, table_size = 1;  // on this machine
bool is_whole = false;             // all ranks of the run are on it
char host[256], prefix[320];

/// File numbers and 1, or 0. say_farewell() may interrupt anything.
std::array<std::atomic<int>, 512> open_connections;
static_assert(std::atomic<int>::is_always_lock_free);

void replace(int number, int by) noexcept {
    for (auto& open : open_connections) {
        int expected = number + 1;
        if (open.compare_exchange_strong(expected, by + 1)) return;
    }
}

Table* map_table(const std::string& name, int flags) {
    const int file = shm_open(name.c_str(), flags | O_RDWR | O_CLOEXEC, 0600);
    if (file < 0) return nullptr;
    const std::size_t bytes =
        sizeof(Table) + sizeof(Entry) * static_cast<std::size_t>(table_size);
    void* memory = MAP_FAILED;
    if ((flags & O_CREAT) == 0 ||
        ftruncate(file, static_cast<off_t>(bytes)) == 0)
        memory =
            mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return memory == MAP_FAILED ? nullptr : static_cast<Table*>(memory);
}

void send_all(const void* what, std::size_t bytes) noexcept {
    for (const auto& open : open_connections)
        if (const int number = open - 1; number >= 0)
            detail::send(number, what, bytes);
}

}  // namespace

void share_rank_table(const Ranks& ranks, pid_t leader,
                      const std::function<void()>& barrier) {
    own_rank = ranks.local_rank();
    table_size = ranks.local_size();
    is_whole = table_size == ranks.size();
    gethostname(host, sizeof host - 1);
    std::snprintf(prefix, sizeof prefix, "rank %d (%s, pid %d): ", ranks.rank(),
                  host, getpid());
    const auto name = fmt::format("/tasuki-ranks-{}", leader);
    if (own_rank == 0) {
        shm_unlink(name.c_str());  // of a killed process of the same number
        table = map_table(name, O_CREAT | O_EXCL);
    }
    barrier();
    if (own_rank != 0) table = map_table(name, 0);
    if (table != nullptr) {
        Entry& entry = table->entries[own_rank];
        entry.process = getpid();
        entry.rank = ranks.rank();
        entry.state = State::running;
        failed = &table->failed;
    } else {
        logger().info("no shared memory: a rank that dies is not named");
    }
    barrier();
    if (own_rank == 0) shm_unlink(name.c_str());
}

const char* rank_prefix() noexcept {
    return prefix;
}

const char* rank_host() noexcept {
    return host;
}

bool speaks_for_all() noexcept {
    return table == nullptr || table->spoken.exchange(1) == 0;
}

const char* speak_for_ranks() noexcept {
    leave_rank_table();
    say_farewell();
    return speaks_for_all() ? prefix : nullptr;
}

void leave_rank_table() noexcept {
    if (table != nullptr) table->entries[own_rank].state = State::left;
}

void say_farewell() noexcept {
    detail::send_to_all(detail::Byte::farewell);
}

std::optional<DeadRank> find_dead_rank() noexcept {
    if (table == nullptr) return std::nullopt;
    for (int r = 0; r < table_size; ++r) {
        const Entry& entry = table->entries[r];
        if (entry.state == State::running && ::kill(entry.process, 0) != 0 &&
            errno == ESRCH && entry.state == State::running)
            return DeadRank{entry.rank, entry.process};
    }
    return std::nullopt;
}

void begin_context() noexcept {
    ++context;
}

void say_failed(const char* its_prefix, const char* what) noexcept {
    Failure failure{context, {}};
    std::snprintf(failure.words, sizeof failure.words, "%s%s", its_prefix,
                  what);
    spread(failure);
}

void spread(const Failure& failure) noexcept {
    std::uint32_t last = failed->written;
    do {
        // It is known, or of a Context that has ended since.
        if (last >= failure.context) return;
    } while (!failed->written.compare_exchange_weak(last, failure.context));
    failed->failure = failure;
    failed->complete = failure.context;
    const detail::Frame frame{detail::Byte::failure, failure};
    send_all(&frame, sizeof frame);
}

const Failure* find_failure() noexcept {
    const bool is_there = context > 0 && failed->complete == context;
    return is_there ? &failed->failure : nullptr;
}

bool all_ranks_run() noexcept {
    if (find_dead_rank()) return false;
    for (int r = 0; table != nullptr && r < table_size; ++r)
        if (table->entries[r].state == State::left) return false;
    return true;
}

Seen seen_ranks() noexcept {
    if (table == nullptr) return Seen::none;
    return is_whole ? Seen::all : Seen::some;
}

namespace detail {

void send(int socket, const void* what, std::size_t bytes) noexcept {
    [[maybe_unused]] const auto ignored =
        ::send(socket, what, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void send_to_all(Byte byte) noexcept {
    send_all(&byte, sizeof byte);
}

void note_open(int socket) noexcept {
    replace(-1, socket);
    if (const Failure* const its = find_failure(); its != nullptr) {
        const Frame frame{Byte::failure, *its};
        send(socket, &frame, sizeof frame);
    }
}

void note_closed(int socket) noexcept {
    replace(socket, -1);
}

void forget_connections() noexcept {
    for (auto& open : open_connections) open = 0;
}

}  // namespace detail
}  // namespace tasuki::runtime

#include "runtime/mpi/open_messages.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <thread>

#include "runtime/core/statistics.hpp"
#include "runtime/mpi/communicator.hpp"

namespace tasuki::runtime {

namespace {

using Clock = std::chrono::steady_clock;

/// Ranks that end together, as all do after an interrupt, finish their last
/// messages within milliseconds; one that has died never does.
constexpr std::chrono::seconds kPatience{3};

std::atomic<std::int64_t> open{0};
std::atomic<bool> gave_up{false}, abandoned{false};

/// Waits for the open messages while they, or tasks, still make progress.
bool arrive() {
    auto last_open = open.load();
    auto last_ended = Statistics::ended();
    auto last_progress = Clock::now();
    while (open > 0) {
        if (Clock::now() - last_progress > kPatience) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
        const auto now_open = open.load();
        const auto now_ended = Statistics::ended();
        if (now_open == last_open && now_ended == last_ended) continue;
        last_open = now_open;
        last_ended = now_ended;
        last_progress = Clock::now();
    }
    return true;
}

}  // namespace

void message_opened() noexcept {
    ++open;
}

void message_closed() noexcept {
    --open;
}

bool unwinding_leaves_messages() noexcept {
    if (open == 0) gave_up = false;
    if (open == 0 || std::uncaught_exceptions() == 0) return false;
    // Patience is for the run, not for each of its arrays.
    if (gave_up) return true;
    gave_up = !arrive();
    return gave_up;
}

bool ranks_end_together() noexcept {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibarrier(communicator_of_ends(), &request);
    if (std::uncaught_exceptions() == 0)
        return MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS;
    const auto begin = Clock::now();
    for (;;) {
        int all = 0;
        MPI_Test(&request, &all, MPI_STATUS_IGNORE);
        if (all != 0) return true;
        if (Clock::now() - begin > kPatience) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
}

void abandon_messages() noexcept {
    abandoned = true;
}

bool messages_were_abandoned() noexcept {
    return abandoned;
}

}  // namespace tasuki::runtime

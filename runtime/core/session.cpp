#include "runtime/core/session.hpp"

#include <atomic>
#include <chrono>
#include <exception>
#include <thread>

#include "runtime/core/context.hpp"
#include "runtime/core/error.hpp"
#include "runtime/graph/batches.hpp"

namespace tasuki::runtime {

namespace {

std::atomic<Session*> current{nullptr};

}  // namespace

Session::Session()
    : exceptions{std::uncaught_exceptions()},
      batches{std::make_unique<detail::Batches>()} {
    Session* before = nullptr;
    if (!current.compare_exchange_strong(before, this))
        throw UsageError(
            messages_were_abandoned()
                ? "a Context after one that an exception left with open "
                  "messages: the process has to end"
                : "a second Context: one lives already, and StarPU is for one "
                  "at a time");
    if (starpu_is_initialized() != 0) {
        current = nullptr;
        throw UsageError(
            "a Context in a program that has started StarPU itself: it starts "
            "and stops StarPU, so leave starpu_init() to it");
    }
    for (int id = 0; id < STARPU_NMAXWORKERS; ++id) urgent[id] = first[id] = id;
}

Session::~Session() {
    current = nullptr;
}

// A task says that it computes before it asks whether it may, so it is either
// seen here or does not begin.
void Session::abandon() noexcept {
    using Clock = std::chrono::steady_clock;
    if (!messages.abandon()) return;
    starpu_pause();
    const auto begin = Clock::now();
    for (;;) {
        const auto counts = tasks.count();
        const bool is_patient = Clock::now() - begin < OpenMessages::kPatience;
        if (counts.on_cpu == 0 && (counts.crossing_on_cpu == 0 || !is_patient))
            return;
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
}

bool detail::may_compute() noexcept {
    const Session* const session = find_session();
    return session == nullptr || !session->messages.were_abandoned();
}

Session* find_session() noexcept {
    return current.load(std::memory_order_relaxed);
}

bool messages_were_abandoned() noexcept {
    const Session* session = find_session();
    return session != nullptr && session->messages.were_abandoned();
}

int urgent_worker(int id) {
    return session().urgent[id];
}

int first_worker(int id) {
    return session().first[id];
}

}  // namespace tasuki::runtime

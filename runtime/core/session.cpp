#include "runtime/core/session.hpp"

#include <atomic>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>

#include "runtime/core/codelet.hpp"
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
    return session == nullptr ||
           (!session->failure.any() && !session->messages.were_abandoned());
}

void FirstFailure::note(std::exception_ptr error) noexcept {
    bool is_first = false;
    std::call_once(once_, [&] {
        first_ = std::move(error);
        any_.store(true, std::memory_order_release);
        is_first = true;
    });
    if (!is_first || tell == nullptr) return;
    try {
        rethrow();
    } catch (const RankFailed&) {  // which has said so itself
    } catch (const Error& e) {
        tell(e);
    } catch (const std::exception& e) {
        tell(FaultError{e.what()});
    }
}

void FirstFailure::rethrow() const {
    std::rethrow_exception(first_);
}

void note_failure(std::exception_ptr error) noexcept {
    if (Session* const session = find_session(); session != nullptr)
        session->failure.note(std::move(error));
}

starpu_task* detail::running_task() noexcept {
    return starpu_task_get_current();
}

void detail::fail_task(const char* kernel, const void* packed,
                       const starpu_task* task) noexcept {
    const auto* const header = static_cast<const TaskHeader*>(packed);
    const auto cause = std::current_exception();
    try {
        throw TaskFailed{
            kernel, header != nullptr ? header->open.label.part : -1, cause};
    } catch (...) {  // or what there is if memory is short
        note_failure(std::current_exception());
    }
    lose_arrays(task);
}

void detail::lose_arrays(const starpu_task* task) noexcept {
    if (task == nullptr) return;
    for (unsigned k = 0; k < STARPU_TASK_GET_NBUFFERS(task); ++k)
        if ((STARPU_TASK_GET_MODE(task, k) & STARPU_W) != 0)
            if (auto* const state = static_cast<DataState*>(
                    starpu_data_get_user_data(STARPU_TASK_GET_HANDLE(task, k))))
                state->is_lost = true;
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

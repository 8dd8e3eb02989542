#include "runtime/mpi/ranks.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <starpu.h>
#include <unistd.h>

#include <chrono>
#include <exception>
#include <memory>
#include <thread>
#include <utility>

#include "runtime/core/context.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/core/open_messages.hpp"
#include "runtime/core/session.hpp"
#include "runtime/mpi/heartbeat.hpp"
#include "runtime/mpi/launcher.hpp"
#include "runtime/mpi/mpi_ranks.hpp"
#include "runtime/mpi/rank_table.hpp"
#include "runtime/mpi/transfers.hpp"

namespace tasuki::runtime {

namespace {

/// Null without MPI.
MPI_Comm duplicate = MPI_COMM_NULL;
/// Those of arrays, and of the ends of Contexts: one that an exception brings
/// there early meets no other's collective call.
MPI_Comm of_messages = MPI_COMM_NULL, of_ends = MPI_COMM_NULL;
/// Those of this machine.  Null without several.
MPI_Comm machine = MPI_COMM_NULL;
std::vector<Route> routes_of_machine;
/// Whether MPI was started here, and so ends here.
bool is_ours = false;

[[noreturn]] void throw_finalized() {
    throw UsageError(
        "MPI has been finalised: what uses several ranks comes before "
        "MPI_Finalize()");
}

/// @param call  MPI_Initialized or MPI_Finalized
bool asks(int (*call)(int*)) {
    int yes = 0;
    call(&yes);
    return yes != 0;
}

/// A thread sends and receives, while the one that runs main() uses Ranks.
void check_communicator(MPI_Comm communicator) {
    if (communicator == MPI_COMM_NULL)
        throw UsageError("the communicator is null: this process is not of it");
    int joins_two = 0, size = 1, provided = 0;
    MPI_Comm_test_inter(communicator, &joins_two);
    if (joins_two != 0)
        throw UsageError("the communicator is between two groups of ranks");
    MPI_Comm_size(communicator, &size);
    MPI_Query_thread(&provided);
    if (size == 1 || provided >= MPI_THREAD_MULTIPLE) return;
    throw UnavailableError(
        is_ours ? "this MPI cannot be called by several threads at a time "
                  "(MPI_THREAD_MULTIPLE), which several ranks need"
                : "MPI is initialised without MPI_THREAD_MULTIPLE, which "
                  "several ranks need: ask MPI_Init_thread() for it");
}

const MpiRanks& ranks_over(std::optional<MPI_Comm> given) {
    static const MpiRanks ranks{given};
    return ranks;
}

}  // namespace

void check_mpi(int rc, const char* call) {
    if (rc == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(rc, text, &length);
    throw FaultError(fmt::format("{}: {}", call, text));
}

const Ranks& mpi_ranks() {
    return ranks_over(std::nullopt);
}

const Ranks& mpi_ranks(MPI_Comm communicator) {
    if (!asks(MPI_Initialized))
        throw UsageError("a communicator is given, but MPI is not initialised");
    if (asks(MPI_Finalized)) throw_finalized();
    const MpiRanks& ranks = ranks_over(communicator);
    ranks.check_same(communicator);
    return ranks;
}

MPI_Comm communicator() noexcept {
    return duplicate == MPI_COMM_NULL ? MPI_COMM_SELF : duplicate;
}

MpiRanks::MpiRanks(std::optional<MPI_Comm> given) {
    const bool started = asks(MPI_Initialized), ended = asks(MPI_Finalized);
    place_.launched = under_launcher() || (started && !ended);
    if (ended && launched()) throw_finalized();
    const auto no_copy = why_not_alone();
    if (!launched() && !no_copy.empty()) throw UnavailableError(no_copy);
    if (!launched()) return;
    if (!started) {
        int provided = 0;
        check_mpi(
            MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided),
            "MPI_Init_thread");
        is_ours = true;
    }
    int all = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    // A program that gives a communicator may want runs beside each other.
    if (all == 1 && !given && !no_copy.empty()) throw UnavailableError(no_copy);
    join(given.value_or(MPI_COMM_WORLD));
}

void MpiRanks::join(MPI_Comm whole) {
    check_communicator(whole);
    check_mpi(MPI_Comm_dup(whole, &duplicate), "MPI_Comm_dup");
    check_mpi(MPI_Comm_dup(whole, &of_messages), "MPI_Comm_dup");
    check_mpi(MPI_Comm_dup(whole, &of_ends), "MPI_Comm_dup");
    MPI_Comm_rank(duplicate, &place_.rank);
    MPI_Comm_size(duplicate, &place_.size);
    check_mpi(MPI_Comm_split_type(duplicate, MPI_COMM_TYPE_SHARED, rank(),
                                  MPI_INFO_NULL, &machine),
              "MPI_Comm_split_type");
    MPI_Comm_rank(machine, &place_.local_rank);
    MPI_Comm_size(machine, &place_.local_size);
    place_.local_cpus = share_cpus(machine);
    if (several()) {
        int leader[] = {getpid(), rank()};
        MPI_Bcast(leader, 2, MPI_INT, 0, machine);
        share_rank_table(*this, leader[0], [] { MPI_Barrier(machine); });
        set_spokesman(speak_for_ranks);
        if (local_size() < size())
            heartbeat_ = std::make_unique<Heartbeat>(*this, leader[1]);
    }
}

MpiRanks::~MpiRanks() {
    leave_rank_table();
    if (!is_ours || asks(MPI_Finalized)) return;
    // MPI_Finalize() would wait for the other sides of open messages.
    if (messages_were_abandoned()) {
        say_farewell();
        MPI_Abort(duplicate, static_cast<int>(ExitCode::fault));
    }
    MPI_Finalize();
    heartbeat_.reset();
}

void MpiRanks::check_same(MPI_Comm given) const {
    check_communicator(given);
    int result = MPI_UNEQUAL;
    if (duplicate != MPI_COMM_NULL)
        check_mpi(MPI_Comm_compare(given, duplicate, &result),
                  "MPI_Comm_compare");
    if (result != MPI_IDENT && result != MPI_CONGRUENT)
        throw UsageError(
            "a communicator of other ranks than before: a process keeps that "
            "of its first use");
}

bool MpiRanks::reports_error() const {
    wait_for_first_rank();
    return speaks_for_all();
}

void MpiRanks::abort(int exit_code) const {
    abort_ranks(exit_code);
}

void MpiRanks::check_running() const {
    if (launched() && asks(MPI_Finalized)) throw_finalized();
}

namespace {

/// This rank has failed.  A program that can end them all does: others may wait
/// in MPI, or compute with what has come by MPI and is wrong.
void tell_others(const Error& error) noexcept {
    say_failed(rank_prefix(), error.what());
    use_last_resort(error.exit_code(), error.what());
}

}  // namespace

void MpiRanks::start_messages(Exchange exchange) const {
    if (!several()) return;
    begin_context();
    session().failure.tell = tell_others;
    auto transfers = std::make_unique<detail::Transfers>(machine, of_messages,
                                                         *this, exchange);
    // All ranks throw, or none.
    if (largest(transfers->is_possible() ? 0 : 1) > 0)
        throw UnavailableError(fmt::format(
            "exchange by {}: {}", name_of(exchange),
            exchange == Exchange::host
                ? "not all ranks of a machine have CPU workers and may map "
                  "memory of each other"
            : exchange == Exchange::copy
                ? "not all ranks of a machine have GPUs that reach each other "
                  "by CUDA or HIP IPC"
                : "kernels write to memory of other ranks only in captured "
                  "graphs, and if each rank of a machine has one GPU, which "
                  "reaches those of the others by CUDA IPC"));
    routes_of_machine = transfers->find_routes(*this);
    session().transfers = std::move(transfers);
}

std::vector<Route> MpiRanks::routes() const {
    return routes_of_machine;
}

bool MpiRanks::end_together(int exceptions) const noexcept {
    using Clock = std::chrono::steady_clock;
    if (!several()) return true;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibarrier(of_ends, &request);
    if (std::uncaught_exceptions() <= exceptions)
        return MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS;
    const auto begin = Clock::now();
    for (;;) {
        int all = 0;
        MPI_Test(&request, &all, MPI_STATUS_IGNORE);
        if (all != 0) return true;
        if (Clock::now() - begin > OpenMessages::kPatience) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
}

void MpiRanks::stop_messages() const {
    if (!several()) return;
    starpu_task_wait_for_all();
    session().transfers.reset();
}

}  // namespace tasuki::runtime

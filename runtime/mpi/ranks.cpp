#include "runtime/mpi/ranks.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <thread>

#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/toolkit.hpp"
#include "runtime/mpi/communicator.hpp"
#include "runtime/mpi/open_messages.hpp"
#include "runtime/mpi/rank_table.hpp"

namespace tasuki::runtime {

namespace {

void check_mpi(int rc, const char* call) {
    if (rc == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(rc, text, &length);
    throw FaultError(fmt::format("{}: {}", call, text));
}

/// Of all messages, and of the ends of Contexts; null without MPI.
MPI_Comm duplicate = MPI_COMM_NULL, of_ends = MPI_COMM_NULL;
/// Whether MPI was started here, and so ends here.
bool is_ours = false;

[[noreturn]] void throw_finalized() {
    throw UsageError(
        "MPI has been finalised: what uses several ranks comes before "
        "MPI_Finalize()");
}

/// StarPU-MPI receives in a thread of its own, while others send and the one
/// that runs main() uses Ranks.
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

/// The first of these variables that is a number. No launcher sets another
/// text: somebody else did.
int from_launcher(std::initializer_list<const char*> names, int otherwise) {
    for (const char* name : names) {
        const char* text = std::getenv(name);
        if (text == nullptr) continue;
        int number = 0;
        const char* const end = text + std::strlen(text);
        const auto [at, error] = std::from_chars(text, end, number);
        if (error == std::errc{} && at == end && number >= 0) return number;
    }
    return otherwise;
}

/// Open MPI, MPICH, PMIx and Slurm tell a process that it is one of theirs.
bool under_launcher() {
    return from_launcher({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"},
                         -1) >= 0;
}

/// Ranks that may use the same CPUs divide them; with fewer CPUs than ranks
/// some share one.
void share_cpus(MPI_Comm machine) {
    cpu_set_t own;
    CPU_ZERO(&own);
    if (sched_getaffinity(0, sizeof own, &own) != 0) return;
    int rank = 0, size = 1;
    MPI_Comm_rank(machine, &rank);
    MPI_Comm_size(machine, &size);
    std::vector<cpu_set_t> all(size);
    MPI_Allgather(&own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE,
                  machine);
    int sharing = 0, place = 0;
    for (int r = 0; r < size; ++r)
        if (CPU_EQUAL(&all[r], &own)) {
            if (r < rank) ++place;
            ++sharing;
        }
    const auto cpus = allowed_cpus();
    const int n = static_cast<int>(cpus.size());
    const int begin = std::min(n * place / sharing, n - 1);
    const int end = std::max(begin + 1, n * (place + 1) / sharing);
    cpu_set_t part;
    CPU_ZERO(&part);
    for (int k = begin; k < end; ++k) CPU_SET(cpus[k], &part);
    sched_setaffinity(0, sizeof part, &part);  // unbound is slower, not wrong
    logger().info("rank uses CPUs {} to {} of its machine", cpus[begin],
                  cpus[end - 1]);
}

}  // namespace

const Ranks& Ranks::instance() {
    return over(std::nullopt);
}

const Ranks& Ranks::over(std::optional<Communicator> communicator) {
    static const Ranks ranks{communicator};
    ranks.check_same(communicator);
    return ranks;
}

Ranks::Ranks(std::optional<Communicator> given) {
    int started = 0, ended = 0;
    MPI_Initialized(&started);
    MPI_Finalized(&ended);
    launched_ = under_launcher() || (started != 0 && ended == 0);
    if (ended != 0 && (launched_ || given)) throw_finalized();
    if (!launched_) return;
    if (started == 0) {
        int provided = 0;
        check_mpi(
            MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided),
            "MPI_Init_thread");
        is_ours = true;
    }
    const MPI_Comm whole = given ? MPI_Comm_f2c(given->number) : MPI_COMM_WORLD;
    check_communicator(whole);
    check_mpi(MPI_Comm_dup(whole, &duplicate), "MPI_Comm_dup");
    check_mpi(MPI_Comm_dup(whole, &of_ends), "MPI_Comm_dup");
    MPI_Comm_rank(duplicate, &rank_);
    MPI_Comm_size(duplicate, &size_);
    MPI_Comm machine;
    check_mpi(MPI_Comm_split_type(duplicate, MPI_COMM_TYPE_SHARED, rank_,
                                  MPI_INFO_NULL, &machine),
              "MPI_Comm_split_type");
    MPI_Comm_rank(machine, &local_rank_);
    MPI_Comm_size(machine, &local_size_);
    share_cpus(machine);
    if (several()) {
        int leader = getpid();
        MPI_Bcast(&leader, 1, MPI_INT, 0, machine);
        share_rank_table(
            {rank_, local_rank_, local_size_, size_}, leader,
            [](void* of) { MPI_Barrier(*static_cast<MPI_Comm*>(of)); },
            &machine);
    }
    MPI_Comm_free(&machine);
}

Ranks::~Ranks() {
    leave_rank_table();
    int ended = 0;
    MPI_Finalized(&ended);
    if (!is_ours || ended != 0) return;
    // MPI_Finalize() would wait for the other sides of open messages.
    if (messages_were_abandoned())
        MPI_Abort(duplicate, static_cast<int>(ExitCode::fault));
    MPI_Finalize();
}

void Ranks::check_same(std::optional<Communicator> given) const {
    if (!given) return;
    const MPI_Comm theirs = MPI_Comm_f2c(given->number);
    check_communicator(theirs);
    int result = MPI_UNEQUAL;
    if (duplicate != MPI_COMM_NULL)
        check_mpi(MPI_Comm_compare(theirs, duplicate, &result),
                  "MPI_Comm_compare");
    if (result != MPI_IDENT && result != MPI_CONGRUENT)
        throw UsageError(
            "a communicator of other ranks than before: a process keeps that "
            "of its first Context");
}

void Ranks::check_mpi_runs() const {
    int ended = 0;
    if (launched_) MPI_Finalized(&ended);
    if (ended != 0) throw_finalized();
}

Communicator share(MPI_Comm communicator) {
    int started = 0, ended = 0;
    MPI_Initialized(&started);
    MPI_Finalized(&ended);
    if (started == 0)  // MPI_Comm_c2f() would end the process
        throw UsageError("a communicator is given, but MPI is not initialised");
    if (ended != 0) throw_finalized();
    return {MPI_Comm_c2f(communicator)};
}

MPI_Comm communicator() noexcept {
    return duplicate == MPI_COMM_NULL ? MPI_COMM_SELF : duplicate;
}

MPI_Comm communicator_of_ends() noexcept {
    return of_ends == MPI_COMM_NULL ? MPI_COMM_SELF : of_ends;
}

void Ranks::barrier() const {
    if (several()) check_mpi(MPI_Barrier(duplicate), "MPI_Barrier");
}

double Ranks::largest(double value) const {
    if (!several()) return value;
    // MPI_MAX may lose a NaN, which must win.
    std::vector<double> all(size_);
    check_mpi(MPI_Allgather(&value, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE,
                            duplicate),
              "MPI_Allgather");
    for (const double v : all)
        if (!(v <= value)) value = v;
    return value;
}

void Ranks::sum(std::span<double> values) const {
    if (!several()) return;
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, values.data(),
                            static_cast<int>(values.size()), MPI_DOUBLE,
                            MPI_SUM, duplicate),
              "MPI_Allreduce");
}

std::vector<std::string> Ranks::gather(const std::string& text) const {
    if (!several()) return {text};
    const int length = static_cast<int>(text.size());
    std::vector<int> lengths(size_), offsets(size_);
    check_mpi(MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT,
                            duplicate),
              "MPI_Allgather");
    for (int r = 1; r < size_; ++r)
        offsets[r] = offsets[r - 1] + lengths[r - 1];
    std::string all(offsets.back() + lengths.back(), '\0');
    check_mpi(
        MPI_Allgatherv(text.data(), length, MPI_CHAR, all.data(),
                       lengths.data(), offsets.data(), MPI_CHAR, duplicate),
        "MPI_Allgatherv");
    std::vector<std::string> texts;
    for (int r = 0; r < size_; ++r)
        texts.push_back(all.substr(offsets[r], lengths[r]));
    return texts;
}

std::vector<std::string> Ranks::collect(const std::string& bytes) const {
    if (!several()) return {bytes};
    constexpr std::uint64_t most = 1u << 30;  // MPI counts by int
    constexpr int tag = 0x7a52;
    const auto pieces = [most](std::uint64_t size, const auto& move) {
        for (std::uint64_t at = 0; at < size; at += most)
            move(at, static_cast<int>(std::min(most, size - at)));
    };
    if (!is_first()) {
        const std::uint64_t size = bytes.size();
        check_mpi(MPI_Send(&size, 1, MPI_UINT64_T, 0, tag, duplicate),
                  "MPI_Send");
        pieces(size, [&](std::uint64_t at, int count) {
            check_mpi(
                MPI_Send(bytes.data() + at, count, MPI_BYTE, 0, tag, duplicate),
                "MPI_Send");
        });
        return {};
    }
    std::vector<std::string> all{bytes};
    for (int r = 1; r < size_; ++r) {
        std::uint64_t size = 0;
        check_mpi(MPI_Recv(&size, 1, MPI_UINT64_T, r, tag, duplicate,
                           MPI_STATUS_IGNORE),
                  "MPI_Recv");
        std::string& text = all.emplace_back(size, '\0');
        pieces(size, [&](std::uint64_t at, int count) {
            check_mpi(MPI_Recv(text.data() + at, count, MPI_BYTE, r, tag,
                               duplicate, MPI_STATUS_IGNORE),
                      "MPI_Recv");
        });
    }
    return all;
}

int launched_ranks() {
    return from_launcher(
        {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}, 1);
}

int launched_rank() {
    return from_launcher(
        {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"}, 0);
}

void wait_for_first_rank() {
    if (launched_ranks() > 1 && launched_rank() != 0)
        std::this_thread::sleep_for(std::chrono::seconds{2});
}

void abort_ranks(int exit_code) {
    leave_rank_table();
    int started = 0, ended = 0;
    MPI_Initialized(&started);
    MPI_Finalized(&ended);
    if (started != 0 && ended == 0 && launched_ranks() > 1)
        MPI_Abort(duplicate == MPI_COMM_NULL ? MPI_COMM_WORLD : duplicate,
                  exit_code);
}

bool sends_from_gpu_memory() {
    const char* wanted = std::getenv("STARPU_MPI_GPUDIRECT");
    const bool refused = wanted != nullptr && std::strcmp(wanted, "0") == 0;
    return !refused && Ranks::instance().launched() &&
           toolkit::sends_from_gpu_memory();
}

std::vector<int> devices_of_rank(int available, int count, int local_rank,
                                 int local_size) {
    if (available == 0) return {};
    const int begin = available * local_rank / local_size;
    const int end = available * (local_rank + 1) / local_size;
    if (count < 0) count = std::max(1, end - begin);
    const bool apart = count * local_size <= available ||
                       (end > begin && count <= end - begin);
    const int first = apart || count == 1 ? begin : local_rank * count;
    std::vector<int> devices;
    for (int k = 0; k < count; ++k) devices.push_back((first + k) % available);
    return devices;
}

}  // namespace tasuki::runtime

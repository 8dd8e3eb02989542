#include "runtime/mpi/ranks.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <sched.h>
#include <spdlog/spdlog.h>
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
#include "runtime/core/toolkit.hpp"
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
    spdlog::info("rank uses CPUs {} to {} of its machine", cpus[begin],
                 cpus[end - 1]);
}

}  // namespace

const Ranks& Ranks::instance() {
    static const Ranks ranks;
    return ranks;
}

Ranks::Ranks() : launched_{under_launcher()} {
    if (!launched_) return;
    int provided = 0;
    check_mpi(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided),
              "MPI_Init_thread");
    if (provided < MPI_THREAD_SERIALIZED)
        throw UnavailableError(
            "this MPI cannot be called from several threads "
            "(MPI_THREAD_SERIALIZED), which StarPU-MPI needs");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm machine;
    check_mpi(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_,
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
    if (launched_) MPI_Finalize();
}

void Ranks::barrier() const {
    if (several()) check_mpi(MPI_Barrier(MPI_COMM_WORLD), "MPI_Barrier");
}

double Ranks::largest(double value) const {
    if (!several()) return value;
    // MPI_MAX may lose a NaN, which must win.
    std::vector<double> all(size_);
    check_mpi(MPI_Allgather(&value, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE,
                            MPI_COMM_WORLD),
              "MPI_Allgather");
    for (const double v : all)
        if (!(v <= value)) value = v;
    return value;
}

void Ranks::sum(std::span<double> values) const {
    if (!several()) return;
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, values.data(),
                            static_cast<int>(values.size()), MPI_DOUBLE,
                            MPI_SUM, MPI_COMM_WORLD),
              "MPI_Allreduce");
}

std::vector<std::string> Ranks::gather(const std::string& text) const {
    if (!several()) return {text};
    const int length = static_cast<int>(text.size());
    std::vector<int> lengths(size_), offsets(size_);
    check_mpi(MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT,
                            MPI_COMM_WORLD),
              "MPI_Allgather");
    for (int r = 1; r < size_; ++r)
        offsets[r] = offsets[r - 1] + lengths[r - 1];
    std::string all(offsets.back() + lengths.back(), '\0');
    check_mpi(MPI_Allgatherv(text.data(), length, MPI_CHAR, all.data(),
                             lengths.data(), offsets.data(), MPI_CHAR,
                             MPI_COMM_WORLD),
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
        check_mpi(MPI_Send(&size, 1, MPI_UINT64_T, 0, tag, MPI_COMM_WORLD),
                  "MPI_Send");
        pieces(size, [&](std::uint64_t at, int count) {
            check_mpi(MPI_Send(bytes.data() + at, count, MPI_BYTE, 0, tag,
                               MPI_COMM_WORLD),
                      "MPI_Send");
        });
        return {};
    }
    std::vector<std::string> all{bytes};
    for (int r = 1; r < size_; ++r) {
        std::uint64_t size = 0;
        check_mpi(MPI_Recv(&size, 1, MPI_UINT64_T, r, tag, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE),
                  "MPI_Recv");
        std::string& text = all.emplace_back(size, '\0');
        pieces(size, [&](std::uint64_t at, int count) {
            check_mpi(MPI_Recv(text.data() + at, count, MPI_BYTE, r, tag,
                               MPI_COMM_WORLD, MPI_STATUS_IGNORE),
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
        MPI_Abort(MPI_COMM_WORLD, exit_code);
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

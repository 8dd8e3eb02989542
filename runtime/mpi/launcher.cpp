#include "runtime/mpi/launcher.hpp"

#include <mpi.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <thread>

#include "runtime/mpi/communicator.hpp"
#include "runtime/mpi/rank_table.hpp"

namespace tasuki::runtime {

namespace {

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

}  // namespace

bool under_launcher() {
    // Open MPI, MPICH, PMIx and Slurm tell a process that it is one of theirs.
    return from_launcher({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"},
                         -1) >= 0;
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
    if (launched_ranks() == 1) return;
    int started = 0, ended = 0;
    MPI_Initialized(&started);
    MPI_Finalized(&ended);
    if (started == 0 || ended != 0) return;
    const MPI_Comm ours = communicator();
    MPI_Abort(ours == MPI_COMM_SELF ? MPI_COMM_WORLD : ours, exit_code);
}

}  // namespace tasuki::runtime

#include "runtime/mpi/launcher.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <thread>

#include "runtime/mpi/communicator.hpp"
#include "runtime/mpi/rank_table.hpp"

namespace tasuki::runtime {

namespace {

struct Told {
    int number;
    const char* variable;  ///< null where no launcher has set any
};

/// The first of these variables that is a number. No launcher sets another
/// text: somebody else did.
Told from_launcher(std::initializer_list<const char*> names, int otherwise) {
    for (const char* name : names) {
        const char* text = std::getenv(name);
        if (text == nullptr) continue;
        int number = 0;
        const char* const end = text + std::strlen(text);
        const auto [at, error] = std::from_chars(text, end, number);
        if (error == std::errc{} && at == end && number >= 0)
            return {number, name};
    }
    return {otherwise, nullptr};
}

Told told_ranks() {
    return from_launcher(
        {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}, 1);
}

Told told_rank() {
    return from_launcher(
        {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"}, 0);
}

/// "Open MPI v4.1.4": what is before the first comma or line end.
std::string mpi_name() {
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    MPI_Get_library_version(text, &length);
    const std::string_view whole{text, static_cast<std::size_t>(length)};
    return std::string{whole.substr(0, whole.find_first_of(",\n"))};
}

}  // namespace

bool under_launcher() {
    // Open MPI, MPICH, PMIx and Slurm tell a process that it is one of theirs.
    return from_launcher({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"}, -1)
               .number >= 0;
}

int launched_ranks() {
    return told_ranks().number;
}

int launched_rank() {
    return told_rank().number;
}

std::string why_not_alone() {
    const auto [ranks, variable] = told_ranks();
    const auto [rank, of_rank] = told_rank();
    // PMIx alone does not tell how many there are.
    if (ranks <= 1 && rank == 0) return {};
    return fmt::format(
        "the launcher started {} ({}={}), but for MPI ({}) each is alone: "
        "all would write the same files. This MPI's own mpirun starts ranks "
        "that know each other, or srun --mpi=TYPE with a TYPE for which this "
        "MPI was built (srun --mpi=list); one rank alone needs mpirun -n 1 or "
        "srun -n 1",
        ranks > 1 ? fmt::format("{} ranks", ranks)
                  : fmt::format("a rank {}", rank),
        ranks > 1 ? variable : of_rank, ranks > 1 ? ranks : rank, mpi_name());
}

void wait_for_first_rank() {
    if (launched_ranks() > 1 && launched_rank() != 0)
        std::this_thread::sleep_for(std::chrono::seconds{2});
}

void abort_ranks(int exit_code) {
    leave_rank_table();
    say_farewell();
    if (launched_ranks() == 1) return;
    int started = 0, ended = 0;
    MPI_Initialized(&started);
    MPI_Finalized(&ended);
    if (started == 0 || ended != 0) return;
    int ranks = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks == 1) return;  // whatever the launcher says
    const MPI_Comm ours = communicator();
    MPI_Abort(ours == MPI_COMM_SELF ? MPI_COMM_WORLD : ours, exit_code);
}

}  // namespace tasuki::runtime

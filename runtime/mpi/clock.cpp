#include <fstream>
#include <limits>
#include <string>

#include "runtime/mpi/mpi_ranks.hpp"

namespace tasuki::runtime {

namespace {

constexpr int kExchanges = 200;
constexpr int kTag = 0x7a51;

/// Different on every machine, and after every start of it.
std::string boot_id() {
    std::ifstream file{"/proc/sys/kernel/random/boot_id"};
    std::string id;
    std::getline(file, id);
    return id;
}

/// The first rank's side: answers with its time.
void answer(int rank) {
    for (int k = 0; k < kExchanges; ++k) {
        MPI_Recv(nullptr, 0, MPI_BYTE, rank, kTag, communicator(),
                 MPI_STATUS_IGNORE);
        const std::int64_t now = machine_nanoseconds();
        MPI_Send(&now, 1, MPI_INT64_T, rank, kTag, communicator());
    }
}

ClockReading ask_first() {
    ClockReading best{0, 0, std::numeric_limits<std::int64_t>::max()};
    for (int k = 0; k < kExchanges; ++k) {
        const std::int64_t sent = machine_nanoseconds();
        MPI_Send(nullptr, 0, MPI_BYTE, 0, kTag, communicator());
        std::int64_t theirs = 0;
        MPI_Recv(&theirs, 1, MPI_INT64_T, 0, kTag, communicator(),
                 MPI_STATUS_IGNORE);
        const std::int64_t got = machine_nanoseconds();
        const std::int64_t half = (got - sent) / 2;
        if (half < best.within) best = {got, theirs - (sent + half), half};
    }
    return best;
}

}  // namespace

/// By round trips of messages, of which the fastest counts.  Ranks on the
/// machine of the first one have its clock and need none.
ClockReading MpiRanks::read_clock() const {
    ClockReading own{machine_nanoseconds(), 0, 0};
    if (!several()) return own;
    const auto ids = gather(boot_id());
    for (int rank = 1; rank < size(); ++rank) {
        if (!ids[0].empty() && ids[rank] == ids[0]) continue;
        if (is_first()) answer(rank);
        if (this->rank() == rank) own = ask_first();
    }
    return own;
}

}  // namespace tasuki::runtime

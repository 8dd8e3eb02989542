#include "runtime/core/clock.hpp"

#include <time.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <string>

#include "runtime/mpi/communicator.hpp"

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

std::int64_t machine_nanoseconds() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{1000000000} * now.tv_sec + now.tv_nsec;
}

ClockReading read_clock(const Ranks& ranks) {
    ClockReading own{machine_nanoseconds(), 0, 0};
    if (!ranks.several()) return own;
    const auto ids = ranks.gather(boot_id());
    for (int rank = 1; rank < ranks.size(); ++rank) {
        if (!ids[0].empty() && ids[rank] == ids[0]) continue;
        if (ranks.is_first()) answer(rank);
        if (ranks.rank() == rank) own = ask_first();
    }
    return own;
}

std::int64_t on_first_clock(std::int64_t local, const ClockReading& before,
                            const ClockReading& after) {
    const auto span = static_cast<double>(after.local - before.local);
    const double part =
        span > 0 ? static_cast<double>(local - before.local) / span : 0;
    const auto drift = static_cast<double>(after.ahead - before.ahead);
    return local + before.ahead + std::llround(part * drift);
}

}  // namespace tasuki::runtime

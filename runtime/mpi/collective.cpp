// The collective functions of ranks over MPI.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>

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

void MpiRanks::barrier() const {
    if (several()) check_mpi(MPI_Barrier(communicator()), "MPI_Barrier");
}

double MpiRanks::largest(double value) const {
    if (!several()) return value;
    // MPI_MAX may lose a NaN, which must win.
    for (const double v : runtime::gather(value, communicator()))
        if (!(v <= value)) value = v;
    return value;
}

void MpiRanks::sum(std::span<double> values) const {
    if (!several()) return;
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, values.data(),
                            static_cast<int>(values.size()), MPI_DOUBLE,
                            MPI_SUM, communicator()),
              "MPI_Allreduce");
}

std::vector<std::string> MpiRanks::gather(const std::string& text) const {
    if (!several()) return {text};
    const int length = static_cast<int>(text.size());
    const auto lengths = runtime::gather(length, communicator());
    std::vector<int> offsets(lengths.size());
    for (int r = 1; r < size(); ++r)
        offsets[r] = offsets[r - 1] + lengths[r - 1];
    std::string all(offsets.back() + lengths.back(), '\0');
    check_mpi(MPI_Allgatherv(text.data(), length, MPI_CHAR, all.data(),
                             lengths.data(), offsets.data(), MPI_CHAR,
                             communicator()),
              "MPI_Allgatherv");
    std::vector<std::string> texts;
    for (int r = 0; r < size(); ++r)
        texts.push_back(all.substr(offsets[r], lengths[r]));
    return texts;
}

std::vector<std::string> MpiRanks::collect(const std::string& bytes) const {
    if (!several()) return {bytes};
    constexpr std::uint64_t most = 1u << 30;  // MPI counts by int
    constexpr int tag = 0x7a52;
    const auto pieces = [most](std::uint64_t size, const auto& move) {
        for (std::uint64_t at = 0; at < size; at += most)
            move(at, static_cast<int>(std::min(most, size - at)));
    };
    if (!is_first()) {
        const std::uint64_t size = bytes.size();
        check_mpi(MPI_Send(&size, 1, MPI_UINT64_T, 0, tag, communicator()),
                  "MPI_Send");
        pieces(size, [&](std::uint64_t at, int count) {
            check_mpi(MPI_Send(bytes.data() + at, count, MPI_BYTE, 0, tag,
                               communicator()),
                      "MPI_Send");
        });
        return {};
    }
    std::vector<std::string> all{bytes};
    for (int r = 1; r < size(); ++r) {
        std::uint64_t size = 0;
        check_mpi(MPI_Recv(&size, 1, MPI_UINT64_T, r, tag, communicator(),
                           MPI_STATUS_IGNORE),
                  "MPI_Recv");
        std::string& text = all.emplace_back(size, '\0');
        pieces(size, [&](std::uint64_t at, int count) {
            check_mpi(MPI_Recv(text.data() + at, count, MPI_BYTE, r, tag,
                               communicator(), MPI_STATUS_IGNORE),
                      "MPI_Recv");
        });
    }
    return all;
}

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

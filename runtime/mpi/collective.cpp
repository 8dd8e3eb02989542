// The collective functions of ranks over MPI.
#include <algorithm>
#include <cstdint>

#include "runtime/mpi/mpi_ranks.hpp"

namespace tasuki::runtime {

void MpiRanks::barrier() const {
    if (several()) check_mpi(MPI_Barrier(communicator()), "MPI_Barrier");
}

double MpiRanks::largest(double value) const {
    if (!several()) return value;
    // MPI_MAX may lose a NaN, which must win.
    std::vector<double> all(size());
    check_mpi(MPI_Allgather(&value, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE,
                            communicator()),
              "MPI_Allgather");
    for (const double v : all)
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
    std::vector<int> lengths(size()), offsets(size());
    check_mpi(MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT,
                            communicator()),
              "MPI_Allgather");
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

}  // namespace tasuki::runtime

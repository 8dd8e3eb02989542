// Ranks over MPI.  For runtime/mpi/ and peers/self/.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/mpi/communicator.hpp"

namespace tasuki::runtime {

class Heartbeat;

/// One in a process, as MPI is.
class MpiRanks final : public Ranks {
  public:
    /// @param given  null: all of MPI_COMM_WORLD
    explicit MpiRanks(std::optional<MPI_Comm> given);
    ~MpiRanks() override;

    /// @throws UsageError  the communicator is of other ranks
    void check_same(MPI_Comm given) const;

    /// Like all of these it throws a FaultError if MPI fails.
    void barrier() const override;
    double largest(double value) const override;
    void sum(std::span<double> values) const override;
    std::vector<std::string> gather(const std::string& text) const override;
    std::vector<std::string> collect(const std::string& bytes) const override;
    ClockReading read_clock() const override;
    std::vector<Route> routes() const override;

    bool reports_error() const override;
    void abort(int exit_code) const override;

    void check_running() const override;
    void start_messages(Exchange exchange) const override;
    bool end_together(int exceptions) const noexcept override;
    void stop_messages() const override;

  private:
    void join(MPI_Comm whole);

    std::unique_ptr<Heartbeat> heartbeat_;  // between several machines
};

/// Ranks that may use the same CPUs divide them; with fewer CPUs than ranks
/// some share one.
/// @param machine  the ranks of this machine, all of which call
/// @return         CPUs that their launcher leaves to all of them together
int share_cpus(MPI_Comm machine);

/// @throws FaultError  `rc` is not MPI_SUCCESS; with MPI's text
void check_mpi(int rc, const char* call);

/// One value of each rank, in the order of their numbers in `all`, which all
/// call.
/// @tparam T  can be copied byte by byte
template <class T>
std::vector<T> gather(const T& own, MPI_Comm all) {
    int size = 1;
    MPI_Comm_size(all, &size);
    std::vector<T> values(static_cast<std::size_t>(size));
    check_mpi(MPI_Allgather(&own, sizeof(T), MPI_BYTE, values.data(), sizeof(T),
                            MPI_BYTE, all),
              "MPI_Allgather");
    return values;
}

}  // namespace tasuki::runtime

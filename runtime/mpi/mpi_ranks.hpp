// Ranks over MPI.  For runtime/mpi/ and peers/self/.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/mpi/communicator.hpp"
#include "runtime/mpi/heartbeat.hpp"

namespace tasuki::runtime {

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
    bool sends_from_gpu_memory() const override;
    std::vector<Route> routes() const override;
    int reached(Way way) const override;

    const detail::Messages* messages() const override;

    bool reports_error() const override;
    void abort(int exit_code) const override;

    void check_running() const override;
    bool stores_to(int rank) const override;
    void start_messages(Exchange exchange) const override;
    void wait() const override;
    bool end_together(int exceptions) const noexcept override;
    void stop_messages() const override;

  private:
    void join(MPI_Comm whole);
    void check_windows(Exchange exchange) const;
    void check_gpu_messages() const;

    std::unique_ptr<Heartbeat> heartbeat_;  // between several machines
};

/// Whether MPI and StarPU send from the memory of these GPUs.
bool mpi_sends_from_gpu_memory();

/// @throws FaultError  `rc` is not MPI_SUCCESS; with MPI's text
void check_mpi(int rc, const char* call);

}  // namespace tasuki::runtime

// The ranks of a simulation, between which SimGrid's MPI sends.
#include "runtime/mpi/ranks.hpp"

#include <starpu_mpi.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <vector>

#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"
#include "runtime/mpi/communicator.hpp"
#include "simulation/current.hpp"
#include "simulation/mpi/messages.hpp"

namespace tasuki::runtime {

namespace {

/// Messages are StarPU-MPI's, which may be called only while StarPU runs; what
/// ranks do together goes through the memory of their process, and takes the
/// time of detail::meet_ranks().
class SimulatedRanks final : public Ranks {
  public:
    SimulatedRanks() {
        if (detail::rank_simulation() == nullptr) return;  // of one rank
        place_.rank = starpu_mpi_world_rank();
        place_.size = starpu_mpi_world_size();
        place_.launched = true;
        const auto place = detail::take_place(place_.rank);
        place_.local_rank = place.rank;
        place_.local_size = place.ranks;
    }

    void barrier() const override {
        if (several()) detail::meet_ranks();
    }
    double largest(double value) const override {
        std::vector<double> all(1, value);
        combine(all, [](double a, double b) { return std::max(a, b); });
        return all.front();
    }
    void sum(std::span<double> values) const override {
        combine(values, [](double a, double b) { return a + b; });
    }
    std::vector<std::string> gather(const std::string& text) const override {
        if (!several()) return {text};
        return detail::meet_ranks(rank(), text);
    }
    std::vector<std::string> collect(const std::string& bytes) const override {
        if (!several()) return {bytes};
        const auto& all = detail::meet_ranks(rank(), bytes);
        return is_first() ? all : std::vector<std::string>{};
    }

    void start_messages(Exchange) const override {
        if (!several()) return;
        detail::leave_large_messages_out();
        check(starpu_mpi_init_comm(nullptr, nullptr, 0, MPI_COMM_WORLD),
              "starpu_mpi_init_comm");
        session().transfers = detail::simulated_messages();
    }
    void wait() const override {
        if (!several()) return Ranks::wait();
        check(starpu_mpi_wait_for_all(MPI_COMM_WORLD),
              "starpu_mpi_wait_for_all");
    }
    bool end_together(int exceptions) const noexcept override {
        if (!several()) return true;
        // An exception on one rank ends the process, and so all.
        if (std::uncaught_exceptions() > exceptions) return false;
        detail::meet_ranks();
        return true;
    }
    void stop_messages() const override {
        if (!several()) return;
        starpu_mpi_wait_for_all(MPI_COMM_WORLD);
        session().transfers.reset();
        starpu_mpi_shutdown_comm(MPI_COMM_WORLD);
    }

  private:
    /// Element by element, in the order of the ranks.
    template <class Operation>
    void combine(std::span<double> values, Operation operation) const {
        if (!several()) return;
        const auto& all = detail::meet_ranks(
            rank(), {reinterpret_cast<const char*>(values.data()),
                     values.size_bytes()});
        for (int r = 0; r < size(); ++r)
            for (std::size_t k = 0; k < values.size(); ++k) {
                double theirs = 0;
                std::memcpy(&theirs, all[r].data() + k * sizeof theirs,
                            sizeof theirs);
                values[k] = r == 0 ? theirs : operation(values[k], theirs);
            }
    }
};

}  // namespace

const Ranks& mpi_ranks() {
    static const SimulatedRanks ranks;
    return ranks;
}

/// The only one that StarPU-MPI knows in a simulation.
MPI_Comm communicator() noexcept {
    return MPI_COMM_WORLD;
}

}  // namespace tasuki::runtime

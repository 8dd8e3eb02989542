// The processes of one run: those that mpirun started, or this one alone.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tasuki::runtime {

/// An MPI_Comm as MPI_Comm_c2f() numbers it: this header is for programs
/// without mpi.h too.  communicator.hpp makes one.
struct Communicator {
    int number;
};

/// An MPI that the program has initialised is used, and left to the program to
/// finalise.  Otherwise MPI is started with the first use under a launcher
/// (mpirun, srun), and ends with the process; without a launcher it is never
/// touched.  All functions
/// that name several ranks are collective: every rank calls them, in the same
/// order, from the thread that runs main().
class Ranks {
  public:
    /// Divides the CPUs of a machine among the ranks that may use the same
    /// ones: each uses only its part from then on.
    /// @throws UnavailableError  several ranks, and an MPI without
    ///                           MPI_THREAD_MULTIPLE, which StarPU-MPI needs
    /// @throws UsageError        MPI has been finalised
    static const Ranks& instance();
    /// The same; a communicator decides which ranks they are if this is the
    /// first use in the process, and has to be that one afterwards.
    /// @throws UsageError  the communicator is null, joins two groups or is
    ///                     another than before
    static const Ranks& over(std::optional<Communicator> communicator);
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    int rank() const { return rank_; }
    int size() const { return size_; }
    bool several() const { return size_ > 1; }
    bool is_first() const { return rank_ == 0; }
    /// Whether there is MPI: a launcher started the process, even as the only
    /// one, or the program has initialised it.
    bool launched() const { return launched_; }
    /// Number among the ranks on this machine, and the number of these.
    int local_rank() const { return local_rank_; }
    int local_size() const { return local_size_; }

    /// @throws UsageError  the program has finalised it since
    void check_mpi_runs() const;

    void barrier() const;
    double largest(double value) const;
    /// Element by element, in place.  Where all terms but one are zero the sum
    /// is exact.
    void sum(std::span<double> values) const;
    /// The texts of all ranks, on every rank.
    std::vector<std::string> gather(const std::string& text) const;
    /// The same on the first rank only, of any length; empty on the others.
    std::vector<std::string> collect(const std::string& bytes) const;

  private:
    explicit Ranks(std::optional<Communicator> communicator);
    ~Ranks();
    void check_same(std::optional<Communicator> communicator) const;

    int rank_ = 0, size_ = 1, local_rank_ = 0, local_size_ = 1;
    bool launched_ = false;
};

/// Number of processes that the launcher started, 1 without one, and the number
/// of this one.  Start nothing.
int launched_ranks();
int launched_rank();

/// The first rank reports an error that all ranks have: the others wait a
/// moment, in which it ends them.
void wait_for_first_rank();
/// Ends all ranks, if there are several.
void abort_ranks(int exit_code);

/// Whether the messages of a GPU's data leave from its memory, or go through
/// pinned host memory; see STARPU_MPI_GPUDIRECT.
bool sends_from_gpu_memory();

/// Devices, of `available`, that a rank takes if it asks for `count` (-1: its
/// share of all, one at least).
std::vector<int> devices_of_rank(int available, int count, int local_rank,
                                 int local_size);

}  // namespace tasuki::runtime

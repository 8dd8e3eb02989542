// The processes of one run: this one alone, or those that MPI connects
// (mpi/ranks.hpp).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/core/clock.hpp"

namespace tasuki::runtime {

/// How arrays go from a rank to another one of its machine.  Between machines
/// they always go by the network.
enum class Exchange {
    automatic,  ///< for each two ranks the first of the others that they can
    stores,     ///< kernels of a GPU write to memory of the other one's
    copy,       ///< copied from GPU to GPU, the first ones of the two ranks
    host,       ///< through memory of the host that both map
    network     ///< through pinned memory of each, or of its GPU where MPI can
                ///< send from there; a thread carries it by MPI
};

/// "auto", "stores", "copy", "host" and "network", in the order of Exchange.
const std::vector<std::string>& exchange_names();
/// One of these.
const std::string& name_of(Exchange exchange);
/// One of these, of an option.
/// @throws UsageError  another text
Exchange parse_exchange(std::string_view text);

/// How arrays go from a rank to another one of its machine.
struct Route {
    /// Of the two ranks one.
    struct End {
        int rank;            ///< among all
        std::string device;  ///< of its messages: "GPU 1 (NVIDIA H200)", "CPUs"
        std::string id;      ///< of the machine and the device
    };
    End from;           ///< the rank that sends
    End to;             ///< the one that receives
    Exchange exchange;  ///< not automatic
};

/// All functions that name several ranks are collective: every rank calls them,
/// in the same order, from the thread that runs main().
class Ranks {
  public:
    /// This process alone.
    Ranks() = default;
    virtual ~Ranks() = default;
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    /// Number of this process, from 0.
    int rank() const { return place_.rank; }
    /// Number of the processes.
    int size() const { return place_.size; }
    /// Whether there is another rank.
    bool several() const { return place_.size > 1; }
    /// Whether this is rank 0, which reports for all.
    bool is_first() const { return place_.rank == 0; }
    /// Whether there is MPI: a launcher started the process, even as the only
    /// one, or the program has initialised it.
    bool launched() const { return place_.launched; }
    /// Number among the ranks on this machine, from 0.
    int local_rank() const { return place_.local_rank; }
    /// Ranks on this machine.
    int local_size() const { return place_.local_size; }
    /// CPUs that the ranks on this machine may use together, as the launcher
    /// has bound them; 0 where it is not known.
    int local_cpus() const { return place_.local_cpus; }

    /// Returns when all ranks have called it.
    virtual void barrier() const {}
    /// Of the values of all ranks, on every rank; a NaN wins.
    virtual double largest(double value) const { return value; }
    /// Element by element, in place.  Where all terms but one are zero the sum
    /// is exact.
    virtual void sum(std::span<double>) const {}
    /// The texts of all ranks, on every rank.
    virtual std::vector<std::string> gather(const std::string& text) const {
        return {text};
    }
    /// The same on the first rank only, of any length; empty on the others.
    virtual std::vector<std::string> collect(const std::string& bytes) const {
        return {bytes};
    }
    /// The clock of this rank against that of the first one.
    virtual ClockReading read_clock() const;

    /// From this rank to the others of its machine, with the last Context.
    virtual std::vector<Route> routes() const { return {}; }
    /// Number of those that go so.
    int reached(Exchange exchange) const;

    /// Whether this rank says what has gone wrong, maybe on all of them: the
    /// first one does, and the others wait a moment, in which it ends them.
    virtual bool reports_error() const { return true; }
    /// Ends all ranks, if there are several.
    virtual void abort(int /*exit_code*/) const {}

    // What a Context calls; the first is also for who wants to know early.

    /// @throws UsageError  the program has finalised MPI since
    virtual void check_running() const {}
    /// After StarPU and its workers have started; makes Session::transfers.
    /// @throws UnavailableError  not possible between all ranks of a machine
    virtual void start_messages(Exchange) const {}
    /// For all tasks and messages of this rank.
    virtual void wait() const;
    /// At the end of a Context, where messages have to come to an end
    /// together.  Waits for all ranks; while the stack unwinds only for some
    /// seconds, as the others may wait for messages of this one.
    /// @param exceptions  that were passing already when the Context began
    /// @return  whether all have come
    virtual bool end_together([[maybe_unused]] int exceptions) const noexcept {
        return true;
    }
    /// Before StarPU stops.
    virtual void stop_messages() const {}

  protected:
    /// What the functions above return.
    struct Place {
        int rank = 0;           ///< among all
        int size = 1;           ///< of all
        int local_rank = 0;     ///< on this machine
        int local_size = 1;     ///< on this machine
        int local_cpus = 0;     ///< of all on this machine
        bool launched = false;  ///< whether there is MPI
    };
    Place place_;  ///< set by the constructor of a derived class
};

}  // namespace tasuki::runtime

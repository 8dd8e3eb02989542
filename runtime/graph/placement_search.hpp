// Finds where the tasks of graphs run fastest, on CPUs or on GPUs, by running
// the graphs: a placement of all tasks is tried for a few runs, and kept if
// these are faster.  It knows neither StarPU nor a clock.  For runtime/ alone.
// docs/decisions/0020.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace tasuki::runtime::detail {

/// Of graphs that take turns.  At first GPUs compute all tasks.
class PlacementSearch {
  public:
    /// Tasks of one kernel with about the same data.
    struct Class {
        std::string kernel;
        int bits = 0;   ///< the data of a task have 2^(bits-1) to 2^bits bytes
        int parts = 0;  ///< the tasks of a part move together

        auto operator<=>(const Class&) const = default;
    };
    /// An array of a graph, and what uses it.
    struct Shared {
        static constexpr auto kFixed = std::numeric_limits<std::size_t>::max();
        struct User {
            std::size_t its_class;  ///< place among those of add(), or kFixed
            int part;   ///< of the class in this graph; of kFixed -1 on CPUs
            int parts;  ///< of the class in this graph
            bool reads, writes;
        };
        double bytes;
        double seconds;  ///< that it travels at least, from CPUs or to them
        std::vector<User> users;
    };
    /// Number of parts of each class that CPUs compute, which are the first
    /// ones; GPUs compute the others.
    using Placement = std::vector<int>;

    /// A graph has these classes.  If one of them is new the search begins.
    /// @param shared  so that no placement is tried in which a run takes longer
    ///                to move them than it takes now, and none in which CPUs
    ///                need much memory for them before the program has run long
    /// @return  the number of each class
    std::vector<std::size_t> add(std::span<const Class> classes,
                                 std::span<const Shared> shared = {});
    /// Whether there is a task that can move.
    bool has_choice() const { return !classes_.empty(); }
    /// @param number  of the class
    int parts(std::size_t number) const { return classes_[number].parts; }

    /// What the next runs have.
    const Placement& placement() const { return placement_; }
    /// The fastest placement so far.
    const Placement& best() const { return best_; }
    /// Number of runs with placement() after which see() is to be told their
    /// time; if is_settled(), the number that watch() takes together.
    std::int64_t runs() const { return runs_; }
    /// Whether the search has ended, so that any number of runs may follow.
    bool is_settled() const { return phase_ == Phase::watch; }

    /// @param seconds  time of a run, the mean of the runs()
    void see(double seconds);
    /// Whether trials may take any time: nobody waits for these runs.
    void set_warming(bool warms) { warms_ = warms; }
    /// Begins the search again if runs have become clearly slower for long.
    /// @param seconds  time of a run, the mean of at least runs()
    void watch(double seconds);

  private:
    /// What trials may cost in any case [s].
    static constexpr double kFree = 0.03;
    /// first: a single run, which shows whether the placement is hopeless;
    /// warm: runs that move data and make graphs; timed: runs that count;
    /// rest: until the trials so far are a small part of the whole time.
    enum class Phase : std::uint8_t { first, warm, timed, rest, watch };
    /// Classes that move together, to CPUs (direction 1) or back (-1).
    struct Move {
        std::vector<std::size_t> classes;
        int direction;
        int parts;  ///< most of a class
    };

    void begin();
    void start(Phase phase, std::int64_t runs);
    void end_trial(double seconds);
    void next();
    bool find_candidate();
    Placement moved(const Move& move) const;
    static bool is_on_cpus(const Shared::User& user, const Placement& placement,
                           const std::vector<Class>& classes);
    double least_time(const Placement& placement) const;
    double first_cost(const Placement& placement) const;
    double affordable() const;
    void shrink_step();
    void next_move();
    std::string in_words() const;

    std::vector<Class> classes_;
    std::vector<Shared> shared_;  // of all graphs
    int graphs_ = 0;
    Placement placement_, best_;
    double time_ = 0;  ///< of a run with best_ [s]
    Phase phase_ = Phase::watch;
    std::int64_t runs_ = 1;   ///< of this phase
    std::int64_t timed_ = 1;  ///< runs that are timed together
    int times_ = 0;           ///< of timed runs
    double least_ = std::numeric_limits<double>::infinity();  ///< of these [s]
    std::vector<Move> moves_;
    std::size_t move_ = 0;
    int step_ = 0;               ///< parts that the next candidate moves
    bool grows_ = true;          ///< the step, or it becomes smaller
    bool has_improved_ = false;  ///< since moves_ were begun
    std::set<Placement> failed_;
    std::set<std::size_t> hopeless_;  ///< classes, which stay out of groups
    double elapsed_ = 0;    ///< in all runs before the end of the search [s]
    double lost_ = -kFree;  ///< by trials, beyond what is paid for [s]
    int slow_ = 0;          ///< times in a row that were slow, watched
    bool warms_ = false;
};

}  // namespace tasuki::runtime::detail

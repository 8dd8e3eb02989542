// When the places that a policy has given to tasks are kept, and when they are
// given back to it.  For runtime/ alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "runtime/graph/observation.hpp"

namespace tasuki::runtime::detail {

/// Of graphs that take turns and have tasks that a policy places.
class Freezer {
  public:
    /// @param has_others  other ranks, which make iterations slower while their
    ///                    policies look for better places
    explicit Freezer(bool has_others = false) : has_others_{has_others} {}
    /// What its observations tell the time to.
    const std::shared_ptr<Pace>& pace() const { return pace_; }
    bool is_frozen() const { return lists_ != 0; }
    /// Which lists iterations have: 0 for none, and another number each time
    /// that they are frozen.
    int lists() const { return lists_; }
    /// The lists to which iterations return if the policy finds no places that
    /// are better than theirs; 0: none.
    int proven() const { return proven_; }
    /// Frozen, and not only to see whether that helps.
    bool is_settled() const { return is_frozen() && !first_; }
    /// Whether it is not known yet what frozen iterations take, nor that there
    /// is nothing to freeze.
    bool is_new() const { return first_ && !gave_up_; }

    /// An iteration begins.  Thaws if iterations have become slower than the
    /// policy had them, or than they were, and not still far faster than tasks:
    /// the machine has changed.  Returns to the proven lists if other places
    /// are slower, or if the policy takes too long to find any.
    /// @param stays       frozen, if it is: the program, which records a few
    ///                    iterations at a time, is what has changed
    /// @param is_policys  the policy places some of its tasks, and may find
    ///                    better places: the first time, iterations stay frozen
    ///                    only if they are far faster than as tasks
    void see_iteration(bool is_policys, bool stays = false);
    /// Whether it is time.
    bool may_freeze() const;
    /// Whether the policy has to have settled.  Not the first time: where most
    /// of the time is the cost of tasks, other places of them win little.
    bool needs_settled() const { return !first_; }
    /// @param is_settled  the policy is done with trying: other places need not
    ///                    be looked for again
    void freeze(bool is_settled);
    /// There was nothing to gain.
    void thaw();

  private:
    static constexpr int kFirstWait = 16;
    bool note_pace(double now, std::size_t seen);
    void thaw_for(int iterations);
    void look_for_better(double now);
    bool is_long_enough() const;
    void freeze_as(int lists);

    std::shared_ptr<Pace> pace_ = std::make_shared<Pace>();
    bool first_ = true, gave_up_ = false;
    int lists_ = 0, most_lists_ = 0;
    int proven_ = 0;
    double proven_time_ = 0;  ///< of an iteration with them [ns]
    /// Iterations in which the policy has looked for better places, and until
    /// it goes on; 0: it does not.
    std::int64_t looked_ = 0, rests_ = 0;
    int wait_ = kFirstWait;  ///< iterations; doubled each time
    int left_ = kFirstWait;
    double before_ = 0;      ///< of an iteration, as the policy had it [ns]
    double best_ = 0;        ///< since it is frozen [ns]
    std::size_t fast_ = 0;   ///< ends seen, when it was not slower
    std::int64_t slow_ = 0;  ///< iterations since
    bool has_others_;
};

}  // namespace tasuki::runtime::detail

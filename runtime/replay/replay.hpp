// Iterations that submit the same tasks again: recorded once, then replayed
// with one task of StarPU for a list of tasks of ours.
//
//   Replay replay{context};
//   while (...) replay.iteration([&] { /* submit the tasks */ });
//
// Tasks that one worker only can run make lists.  A CPU worker runs them one
// after the other, as it would anyway; a GPU is given a graph of the toolkit,
// captured from them, and several iterations in one task of StarPU.  The others
// stay tasks.  docs/decisions/0015.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include "runtime/core/context.hpp"
#include "runtime/replay/freezer.hpp"
#include "runtime/replay/recording.hpp"
#include "runtime/replay/task_list.hpp"

namespace tasuki::runtime {

/// "auto", "on" or "off", of an option.
/// @throws UsageError  another text
Replays parse_replays(std::string_view text);

/// What a program repeats, of one Context.
class Replay {
  public:
    /// How often what has happened.
    struct Counts {
        std::int64_t iterations = 0;  ///< in all
        std::int64_t replayed = 0;    ///< iterations that came as recorded
        std::int64_t lists = 0;       ///< several tasks, run as one
        std::int64_t listed = 0;      ///< tasks in these
    };

    /// One at a time in an iteration of a Context, which outlives it.
    explicit Replay(Context& context)
        : context_{context}, freezer_{context.ranks().several()} {}
    /// Logs the counts.
    ~Replay();
    Replay(const Replay&) = delete;
    Replay& operator=(const Replay&) = delete;

    /// Calls `submit`, which submits the tasks of an iteration.  What it does
    /// twice in a row, or with any one of a few iterations in between (as where
    /// two arrays change their roles), is replayed from then on, with the
    /// arguments of each time and the same results bit by bit.  Where it does
    /// something else, as to submit another task or to read an array in
    /// between, the tasks are submitted as ever, and that is learnt too.
    /// @throws UsageError  in an iteration
    void iteration(const std::function<void()>& submit);

    /// Calls `work`, which submits iterations, waits for them and returns the
    /// seconds that they took, again and again until the policy has settled on
    /// all ranks: at least once, and for a second if that is not enough.  What
    /// is timed afterwards no longer has the policy's trials in it.  Each rank
    /// calls it.
    void warm_up(const std::function<double()>& work) const;

    /// Since it was made.
    const Counts& counts() const { return counts_; }

    // For runtime/.

    /// Whether the submission waits for the rest of its list.
    bool takes(const detail::Submission& submission);
    /// The program, or a message, uses an array.  Returns true, as meet_all().
    bool meet(Handle handle);
    /// The program waits for its tasks.
    bool meet_all();

  private:
    /// One whose end has not come, with the submissions that have.
    struct Open {
        std::unique_ptr<detail::TaskList> list;
        std::vector<std::size_t> come;
        /// Of messages among them.
        std::map<std::size_t, std::shared_ptr<detail::Crossing>> crossings{};
    };
    /// An iteration that came twice.
    struct Kept {
        std::unique_ptr<detail::Recording> recording;
        detail::ObservationPtr observation;
        /// Submissions that lists have only if it is frozen: the policy places
        /// them, or the Context compares.
        std::vector<std::size_t> free;
        bool is_policys;  ///< it places some of them
        /// Of the Freezer, in which these are, in the places they had.
        int lists = 0;
        int misses = 0;  ///< expected, and another came, in a row
    };
    int worker_of(std::size_t k, const detail::Submission& submission);
    void keep(int lists);
    void forget(const Kept* kept);
    bool bring_back(std::unique_ptr<Kept>& kept);
    void expect_last(Kept& kept);
    void seal();
    void freeze_or_thaw(const Kept& kept);
    bool is_steady(const Kept& kept) const;
    bool begins() const;
    double longest_warm_up() const;
    void hold_policy(bool holds);
    bool takes_expected(std::size_t k, const detail::Submission& submission);
    void expect(const detail::Submission& first);
    Open& open(const std::shared_ptr<const detail::Segment>& segment);
    void break_off(std::size_t come);
    void finish();

    Context& context_;
    std::thread::id thread_{};  // of the iteration
    Counts counts_;
    std::int64_t began_ = 0;  ///< the first iteration [ns]
    /// Iterations that came once, and those that came twice; the last of these
    /// are expected first.
    std::vector<std::unique_ptr<detail::Recording>> seen_;
    std::vector<std::unique_ptr<Kept>> kept_;
    /// Those with lists to which the Freezer may return.
    std::vector<std::unique_ptr<Kept>> proven_;
    /// Of this iteration: what it does, or what it is expected to do.
    std::unique_ptr<detail::Recording> now_;
    Kept* expected_ = nullptr;
    /// That is recorded again, for other lists; null: none is.
    Kept* renewed_ = nullptr;
    std::size_t next_ = 0;           // submission
    std::vector<std::size_t> free_;  // of what is recorded, see Kept
    bool waits_ = false;  // of what is recorded, some message does for others
    int waited_ = 0;
    bool holds_policy_ = false;
    detail::Freezer freezer_;
    std::vector<Open> open_;  // one for a worker at most
};

}  // namespace tasuki::runtime

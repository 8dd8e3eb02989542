// Which sweeps or steps of a run are recorded by --trace, and what that cost.
#pragma once

#include <algorithm>
#include <cstdint>

#include "program/trace_window.hpp"
#include "runtime/trace/trace.hpp"

namespace tasuki::drivers {

/// Records the steps of --trace, and times as many behind them for the cost.
class RecordedSteps {
  public:
    /// @param recorder  null: there is nothing to record
    RecordedSteps(const trace::Window& window, std::uint64_t steps,
                  runtime::Recorder* recorder)
        : recorder_{recorder} {
        if (recorder == nullptr) return;
        const auto clip = [steps](int number) {
            return std::min(steps, static_cast<std::uint64_t>(number));
        };
        first_ = clip(window.skipped());
        end_ = clip(window.skipped() + window.recorded());
        again_ = clip(window.skipped() + 2 * window.recorded());
    }

    /// Whether no step may be in flight after `done` of them.
    std::uint64_t stop(std::uint64_t done, std::uint64_t next) const {
        for (const auto at : {first_, end_, again_})
            if (recorder_ != nullptr && done < at) return std::min(next, at);
        return next;
    }
    bool holds(std::uint64_t step) const {
        return recorder_ != nullptr && step >= first_ && step < end_;
    }
    void begin(std::uint64_t done) {
        if (recorder_ != nullptr && done == first_) recorder_->start();
    }
    /// @param seconds  that the steps since the last stop took
    void end(std::uint64_t done, double seconds) {
        if (recorder_ == nullptr || done <= first_ || done > again_) return;
        (done <= end_ ? recorded_ : plain_) += seconds;
        if (done == end_) recorder_->stop();
    }
    /// Empty if the run was too short to compare.
    trace::Cost cost() const {
        if (recorder_ == nullptr || again_ <= end_ || end_ <= first_) return {};
        return {{plain_ / (again_ - end_)}, {recorded_ / (end_ - first_)}};
    }

  private:
    runtime::Recorder* recorder_;
    std::uint64_t first_ = 0, end_ = 0, again_ = 0;  // steps done
    double recorded_ = 0, plain_ = 0;                // [s]
};

}  // namespace tasuki::drivers

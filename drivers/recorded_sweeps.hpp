// Which sweeps of `gauge generate --trace` are recorded, and what that cost.
#pragma once

#include <algorithm>
#include <cstdint>

#include "drivers/trace/window.hpp"
#include "runtime/trace.hpp"

namespace tasuki::drivers {

/// Records the sweeps of --trace, and times as many behind them for the cost.
class RecordedSweeps {
  public:
    /// @param recorder  null: there is nothing to record
    RecordedSweeps(const trace::Window& window, std::uint32_t sweeps,
                   runtime::Recorder* recorder)
        : recorder_{recorder} {
        if (recorder == nullptr) return;
        const auto clip = [sweeps](int number) {
            return std::min(sweeps, static_cast<std::uint32_t>(number));
        };
        first_ = clip(window.skipped());
        end_ = clip(window.skipped() + window.recorded());
        again_ = clip(window.skipped() + 2 * window.recorded());
    }

    /// Whether no sweep may be in flight after `done` of them.
    std::uint32_t stop(std::uint32_t done, std::uint32_t next) const {
        for (const auto at : {first_, end_, again_})
            if (recorder_ != nullptr && done < at) return std::min(next, at);
        return next;
    }
    bool holds(std::uint32_t sweep) const {
        return recorder_ != nullptr && sweep >= first_ && sweep < end_;
    }
    void begin(std::uint32_t done) {
        if (recorder_ != nullptr && done == first_) recorder_->start();
    }
    /// @param seconds  that the sweeps since the last stop took
    void end(std::uint32_t done, double seconds) {
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
    std::uint32_t first_ = 0, end_ = 0, again_ = 0;  // sweeps done
    double recorded_ = 0, plain_ = 0;                // [s]
};

}  // namespace tasuki::drivers

// How long the tasks of a class take on one kind of worker.
#pragma once

#include <algorithm>

namespace tasuki::runtime {

/// Follows measured times.  The first task on a worker may take a thousand
/// times longer, for a library that starts, and any may be interrupted.  So the
/// shorter of the first two counts, and a later one at most as twice the mean.
class TaskRate {
  public:
    /// @param work  of the task, in any unit that is the same for the class
    void add(double work, double seconds) {
        const double rate = seconds / work;
        if (samples_ == 0)
            mean_ = rate;
        else if (samples_ == 1)
            mean_ = std::min(mean_, rate);
        else
            mean_ += kWeight * (std::min(rate, 2 * mean_) - mean_);
        ++samples_;
    }
    /// Tasks that were measured.
    int samples() const { return samples_; }
    /// Expected [s]; 0 if none was measured.
    double seconds(double work) const { return mean_ * work; }

  private:
    static constexpr double kWeight = 0.25;

    double mean_ = 0;  ///< [s per unit of work]
    int samples_ = 0;
};

}  // namespace tasuki::runtime

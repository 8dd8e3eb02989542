// How long the tasks of a class take on one kind of worker.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

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

/// Rates by size of the tasks, in half powers of two: a size that is new has
/// the rate of the nearest that is known.
class TaskRates {
  public:
    /// A task has taken so long [s].
    void add(double work, double seconds) {
        const int size = size_of(work);
        const auto at = std::ranges::lower_bound(bins_, size, {}, &Bin::size);
        if (at != bins_.end() && at->size == size)
            at->rate.add(work, seconds);
        else
            bins_.insert(at, {size, {}})->rate.add(work, seconds);
    }
    /// Expected [s]; 0 if no task was measured.
    double seconds(double work) const {
        const Bin* const bin = nearest(work);
        return bin == nullptr ? 0 : bin->rate.seconds(work);
    }
    /// Measured tasks of all sizes.
    int samples() const {
        int count = 0;
        for (const Bin& bin : bins_) count += bin.rate.samples();
        return count;
    }
    /// Measured tasks of this size.
    int samples(double work) const {
        const Bin* const bin = nearest(work);
        return bin == nullptr || bin->size != size_of(work)
                   ? 0
                   : bin->rate.samples();
    }

  private:
    struct Bin {
        int size;
        TaskRate rate;
    };
    static int size_of(double work) {
        return static_cast<int>(std::lround(2 * std::log2(work)));
    }
    const Bin* nearest(double work) const {
        if (bins_.size() <= 1) return bins_.empty() ? nullptr : bins_.data();
        const int size = size_of(work);
        return &*std::ranges::min_element(bins_, {}, [size](const Bin& bin) {
            return std::abs(bin.size - size);
        });
    }

    std::vector<Bin> bins_;  ///< by size
};

}  // namespace tasuki::runtime

// Which launch a kernel uses on which device: measured by a tuner, or what
// does well unmeasured.
#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include "codelets/wilson/hopping/launch.hpp"

namespace tasuki::wilson {

class LaunchMemory {
  public:
    /// @param number  "double", "single" or "half"
    LaunchMemory(const char* number, int link_reals)
        : number_{number}, link_reals_{link_reals} {}

    /// Whether a launch was measured, by this run or by an earlier one.
    bool is_tuned(const Geometry& g, const SweepShape& shape);
    /// The measured launch, or default_launch().
    Launch find(const Geometry& g, const SweepShape& shape);
    /// Keeps a measured launch, and says so.
    /// @param gain  time of the default launch over the time of this one
    void keep(const Geometry& g, const SweepShape& shape, const Launch& launch,
              double gain);

  private:
    struct Known {
        int device;
        int extent[4];
        SweepShape shape;
        Launch launch;
        bool tuned;
    };
    Known& look_up(const Geometry& g, const SweepShape& shape);

    const char* number_;
    int link_reals_;
    std::mutex mutex_;
    std::vector<Known> known_;  // a handful
};

/// Times every launch with `seconds` (of one run) and keeps the fastest: first
/// all chunks, then the windows of the best of them.
void tune_launch(LaunchMemory& memory, const Geometry& g,
                 const SweepShape& shape,
                 const std::function<double(const Launch&)>& seconds);

}  // namespace tasuki::wilson

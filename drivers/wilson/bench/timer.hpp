// Runs one kernel as tasks on one worker: tuned, once, timed.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "drivers/wilson/bench/kernels.hpp"
#include "simulation/timed.hpp"

namespace tasuki::drivers {

class BenchTimer {
  public:
    BenchTimer(runtime::Context& context, const runtime::Worker& worker,
               int repetitions)
        : context_{context},
          gpu_{worker.kind == runtime::Worker::Kind::gpu},
          where_{.worker = worker.id},
          repetitions_{repetitions} {}

    /// Where launches can be tuned: on a GPU.
    template <class K, class... Arrays>
    void tune(const typename K::Args& args, Arrays&... arrays) {
        if (gpu_) once<K>(args, arrays...);
    }

    template <class K, class... Arrays>
    void once(const typename K::Args& args, Arrays&... arrays) {
        runtime::submit<K>(context_, args, where_, arrays...);
        context_.wait();
    }

    /// Seconds per call, a figure for each repetition of about 50 ms.
    template <class K, class... Arrays>
    std::vector<double> time(const typename K::Args& args, Arrays&... arrays) {
        double first = 0;
        runtime::submit_timed<K>(context_, args, where_, {1, 1, &first},
                                 arrays...);
        context_.wait();
        const int calls =
            std::clamp(static_cast<int>(std::ceil(0.05 / first)), 1, 2000);
        std::vector<double> seconds(repetitions_);
        runtime::submit_timed<K>(context_, args, where_,
                                 {repetitions_, calls, seconds.data()},
                                 arrays...);
        context_.wait();
        return seconds;
    }

  private:
    runtime::Context& context_;
    bool gpu_;
    runtime::SubmitOptions where_;
    int repetitions_;
};

/// @throws NumericsError  its error is over its bound
void check_row(const KernelRow& row);

}  // namespace tasuki::drivers

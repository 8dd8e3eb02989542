// Timelines written by hand, with figures that are known.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "views/traces/timeline/timeline.hpp"

namespace tasuki::test {

/// Puts one together; times in ns, everything in iteration 2 unless said.
class MadeTimeline {
  public:
    using Time = trace::Time;

    explicit MadeTimeline(int ranks = 1) {
        t_.ranks = ranks;
        t_.window = {2, 2};
        t_.title = "made by hand";
        t_.command = "tasuki wilson --trace 'a <b> & c'";
        t_.version = "1.2.3 (made up)";
        t_.ready.resize(static_cast<std::size_t>(ranks));
        for (int rank = 0; rank < ranks; ++rank)
            t_.nodes.push_back({rank, "host"});
    }

    int cpu(int rank = 0, int threads = 4) {
        return lane({rank, false, false, 0, threads, rank,
                     "CPU x" + std::to_string(threads)});
    }
    /// Its memory is a node of its own.
    int gpu(int rank = 0, int device = 0) {
        const auto name = "GPU " + std::to_string(device);
        const int node = static_cast<int>(t_.nodes.size());
        t_.nodes.push_back({rank, name});
        return lane({rank, true, false, device, 1, node, name});
    }
    /// The second stream of the GPU that was made last.
    int gpu_faces() {
        auto second = t_.lanes.back();
        second.for_faces = true;
        second.name += " faces";
        return lane(second);
    }
    int task(const std::string& phase, int lane, Time start, Time end,
             std::vector<int> after = {}, std::vector<int> messages = {}) {
        trace::Task task;
        task.phase = phase;
        task.lane = lane;
        task.block = t_.lanes[lane].rank;
        task.faces = phase == "interior" ? "" : "T+";
        task.iteration = iteration_;
        task.priority = 1;
        task.flops = 2000;
        task.bytes = 4096;
        task.submitted = task.ready = start;
        task.start = start;
        task.end = end;
        task.after = std::move(after);
        task.after_messages = std::move(messages);
        t_.tasks.push_back(task);
        t_.length = std::max(t_.length, end);
        return static_cast<int>(t_.tasks.size()) - 1;
    }
    int message(int source, int target, Time start, Time end,
                std::vector<int> after = {}) {
        t_.messages.push_back({source, target, 7, iteration_, 1000, start, end,
                               std::move(after)});
        return static_cast<int>(t_.messages.size()) - 1;
    }
    void transfer(int source, int target, Time start, Time end) {
        t_.transfers.push_back({source, target, 500, false, start, end});
    }
    void wait(int lane, int task, Time start, Time end) {
        t_.waits.push_back({lane, task, start, end});
    }
    /// Of what is added from now on.
    void iteration(int number) { iteration_ = number; }

    trace::Timeline& get() { return t_; }

  private:
    int lane(const trace::Lane& lane) {
        t_.lanes.push_back(lane);
        return static_cast<int>(t_.lanes.size()) - 1;
    }

    trace::Timeline t_;
    int iteration_ = 2;
};

}  // namespace tasuki::test

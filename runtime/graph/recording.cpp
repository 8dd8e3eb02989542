#include "runtime/graph/recording.hpp"

#include <starpu.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

#include "runtime/core/session.hpp"

namespace tasuki::runtime::detail {

void Recording::add(const Submission& s, int worker) {
    steps_.push_back({&s.kernel,
                      s.size,
                      s.options.priority,
                      worker,
                      {s.buffers.begin(), s.buffers.end()}});
}

/// Those that may go on, one for each worker, as the steps come.
class Recording::Lists {
  public:
    /// @param homes  of all arrays
    explicit Lists(const std::unordered_map<Handle, int>& homes)
        : homes_{homes} {}
    /// @param worker  whose list the step goes in, or kAnyWorker
    void add(Step& step, int worker);
    /// Others use these arrays.
    /// @param except  their worker
    void meet(std::span<const Buffer> buffers, int except);
    void cut() {
        while (!open_.empty()) close(open_.begin());
    }

  private:
    /// Arrays, and whether they are written.
    class Arrays {
      public:
        void add(const Buffer& buffer) {
            written_[buffer.handle] |= writes(buffer.access);
        }
        /// Whether the order of their use and this one matters.
        bool meet(const Buffer& buffer) const {
            const auto found = written_.find(buffer.handle);
            return found != written_.end() &&
                   (found->second || writes(buffer.access));
        }
        bool meet(std::span<const Buffer> buffers) const {
            return std::ranges::any_of(
                buffers, [this](const Buffer& b) { return meet(b); });
        }

      private:
        std::unordered_map<Handle, bool> written_;
    };
    struct Open {
        SegmentBuilder list;
        /// Since it began: what it uses, and what others use.
        Arrays own{}, of_others{};
    };
    using AllOpen = std::map<int, Open>;  // by worker
    /// @return  the next one
    AllOpen::iterator close(AllOpen::iterator open);
    /// Whether what the step reads or writes was written last by others.
    bool needs_others(const Step& step, int worker) const;

    const std::unordered_map<Handle, int>& homes_;
    AllOpen open_;
    std::unordered_map<Handle, int> writers_;  // the last ones
};

bool Recording::Lists::needs_others(const Step& step, int worker) const {
    return std::ranges::any_of(step.buffers, [&](const Buffer& buffer) {
        const auto writer = writers_.find(buffer.handle);
        return writer != writers_.end() && writer->second != worker;
    });
}

Recording::Lists::AllOpen::iterator Recording::Lists::close(
    AllOpen::iterator open) {
    open->second.list.finish();
    return open_.erase(open);
}

void Recording::Lists::add(Step& step, int worker) {
    meet(step.buffers, worker);
    const bool waits = needs_others(step, worker);
    for (const Buffer& buffer : step.buffers)
        if (writes(buffer.access)) writers_[buffer.handle] = worker;
    if (worker == kAnyWorker) return;
    auto found = open_.find(worker);
    // It would wait for the others with all that is in the segment.
    if (found != open_.end() &&
        (waits || found->second.of_others.meet(step.buffers))) {
        close(found);
        found = open_.end();
    }
    if (found == open_.end())
        found = open_.emplace(worker, Open{SegmentBuilder{worker}}).first;
    Open& its = found->second;
    for (const Buffer& buffer : step.buffers) its.own.add(buffer);
    const bool joined = session().joins_gpus && is_gpu_worker(worker);
    std::vector<int> homes;
    for (const Buffer& buffer : step.buffers)
        homes.push_back(joined ? homes_.at(buffer.handle) : step.only_worker);
    its.list.append(*step.kernel, step.size, step.priority, step.only_worker,
                    step.buffers, homes);
    step.segment = its.list.segment();
}

void Recording::Lists::meet(std::span<const Buffer> buffers, int except) {
    for (auto it = open_.begin(); it != open_.end();) {
        auto& [worker, open] = *it;
        if (worker == except) {
            ++it;
        } else if (open.own.meet(buffers)) {
            // What comes after it here must not be ahead of it.
            it = close(it);
        } else {
            for (const Buffer& buffer : buffers) open.of_others.add(buffer);
            ++it;
        }
    }
}

bool Recording::has_lists() const {
    return std::ranges::any_of(
        steps_, [](const Step& step) { return step.segment != nullptr; });
}

namespace {

/// Whose list a task of the worker is in.
int list_worker(int worker) {
    return worker != kAnyWorker && is_gpu_worker(worker) && session().joins_gpus
               ? session().gpu_workers.front()
               : worker;
}

}  // namespace

bool Recording::is_of_one_worker() const {
    return breaks_.empty() &&
           std::ranges::all_of(steps_, [this](const Step& step) {
               return list_worker(step.only_worker) ==
                      list_worker(steps_.front().only_worker);
           });
}

/// Where lists of GPUs have their arrays: with the first task that writes it,
/// or else with the first of all.
std::unordered_map<Handle, int> Recording::find_homes() const {
    std::unordered_map<Handle, int> homes, of_writers;
    for (const Step& step : steps_) {
        const int worker = step.only_worker;
        if (worker == kAnyWorker || !is_gpu_worker(worker)) continue;
        for (const Buffer& buffer : step.buffers) {
            homes.try_emplace(buffer.handle, worker);
            if (writes(buffer.access))
                of_writers.try_emplace(buffer.handle, worker);
        }
    }
    for (const auto& [handle, worker] : of_writers) homes[handle] = worker;
    return homes;
}

bool Recording::is_list(const Segment& segment, std::size_t gpu_memory) const {
    const bool on_cpu = !is_gpu_worker(segment.worker);
    if (segment.submitted.size() == 1 && (on_cpu || size() > 1)) return false;
    if (on_cpu) return true;
    std::map<int, std::size_t> bytes;  // by GPU
    const auto add = [&](std::size_t buffer, int worker) {
        bytes[worker] += starpu_data_get_size(segment.buffers[buffer].handle);
    };
    for (std::size_t k = 0; k < segment.buffers.size(); ++k)
        add(k, segment.homes[k]);
    for (const auto& mirror : segment.mirrors)
        add(mirror.buffer, mirror.worker);
    return std::ranges::all_of(
        bytes, [=](const auto& its) { return its.second <= gpu_memory; });
}

void Recording::seal(std::size_t gpu_memory) {
    if (!is_of_one_worker())
        for (Step& step : steps_)
            if (step.kernel->crosses != Crosses::nothing)
                step.only_worker = kAnyWorker;
    const bool apart = !is_of_one_worker();
    const auto homes = find_homes();
    Lists lists{homes};
    auto next = breaks_.begin();
    for (std::size_t k = 0; k < steps_.size(); ++k) {
        for (; next != breaks_.end() && next->before == k; ++next) {
            const Buffer buffer{next->handle, Access::update};
            lists.meet({&buffer, 1}, kAnyWorker);
        }
        Step& step = steps_[k];
        const int worker = list_worker(step.only_worker);
        lists.add(step, apart && worker != kAnyWorker && step.priority > 0
                            ? urgent_worker(worker)
                            : worker);
    }
    lists.cut();
    for (Step& step : steps_)
        if (step.segment != nullptr && !is_list(*step.segment, gpu_memory))
            step.segment = nullptr;
}

}  // namespace tasuki::runtime::detail

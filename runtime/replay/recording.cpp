#include "runtime/replay/recording.hpp"

#include <starpu.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "runtime/core/session.hpp"

namespace tasuki::runtime::detail {

namespace {

bool same(std::span<const Buffer> a, std::span<const Buffer> b) {
    return std::ranges::equal(a, b, [](const Buffer& x, const Buffer& y) {
        return x.handle == y.handle && x.access == y.access;
    });
}

}  // namespace

Recording::Key::Key(const Submission& s)
    : kernel{&s.kernel},
      size{s.size},
      where{s.options.where},
      worker{s.options.worker},
      priority{s.options.priority},
      is_awaited{static_cast<bool>(s.options.when_done)} {}

void Recording::add(const Submission& s, int worker) {
    steps_.push_back(
        {Key{s}, worker, {s.buffers.begin(), s.buffers.end()}, s.options});
    steps_.back().options.when_done = {};
}

/// Those that may go on, one for each worker, as the steps come.
class Recording::Lists {
  public:
    /// @param worker  whose list the step goes in, or kAnyWorker
    void add(Step& step, int worker);
    /// Others use these arrays.
    /// @param except  their worker
    void meet(std::span<const Buffer> buffers, int except);
    void cut() { open_.clear(); }

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
    /// Whether what the step reads or writes was written last by others.
    bool needs_others(const Step& step, int worker) const;

    std::map<int, Open> open_;                 // by worker
    std::unordered_map<Handle, int> writers_;  // the last ones
};

bool Recording::Lists::needs_others(const Step& step, int worker) const {
    return std::ranges::any_of(step.buffers, [&](const Buffer& buffer) {
        const auto writer = writers_.find(buffer.handle);
        return writer != writers_.end() && writer->second != worker;
    });
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
        open_.erase(found);
        found = open_.end();
    }
    if (found == open_.end())
        found = open_.emplace(worker, Open{SegmentBuilder{worker}}).first;
    Open& its = found->second;
    for (const Buffer& buffer : step.buffers) its.own.add(buffer);
    its.list.append(*step.key.kernel, step.key.size, step.key.priority,
                    step.buffers);
    step.segment = its.list.segment();
}

void Recording::Lists::meet(std::span<const Buffer> buffers, int except) {
    for (auto it = open_.begin(); it != open_.end();) {
        auto& [worker, open] = *it;
        if (worker == except) {
            ++it;
        } else if (open.own.meet(buffers)) {
            // What comes after it here must not be ahead of it.
            it = open_.erase(it);
        } else {
            for (const Buffer& buffer : buffers) open.of_others.add(buffer);
            ++it;
        }
    }
}

bool Recording::matches(std::size_t k, const Submission& s) const {
    return k < steps_.size() && steps_[k].key == Key{s} &&
           same(steps_[k].buffers, s.buffers);
}

bool Recording::operator==(const Recording& other) const {
    return breaks_ == other.breaks_ &&
           std::ranges::equal(
               steps_, other.steps_, [](const Step& a, const Step& b) {
                   return a.key == b.key && a.only_worker == b.only_worker &&
                          same(a.buffers, b.buffers);
               });
}

bool Recording::has_lists() const {
    return std::ranges::any_of(
        steps_, [](const Step& step) { return step.segment != nullptr; });
}

Submission Recording::submission(std::size_t k, const void* packed) const {
    const Step& step = steps_[k];
    return {*step.key.kernel, packed, step.key.size, step.buffers,
            step.options};
}

bool Recording::is_of_one_worker() const {
    return breaks_.empty() &&
           std::ranges::all_of(steps_, [this](const Step& step) {
               return step.only_worker == steps_.front().only_worker;
           });
}

bool Recording::is_list(const Segment& segment, std::size_t gpu_memory) const {
    const bool on_cpu = !is_gpu_worker(segment.worker);
    if (segment.tasks.size() == 1 && (on_cpu || size() > 1)) return false;
    if (on_cpu) return true;
    std::size_t bytes = 0;
    for (const Buffer& buffer : segment.buffers)
        bytes += starpu_data_get_size(buffer.handle);
    return bytes <= gpu_memory;
}

void Recording::seal(std::size_t gpu_memory) {
    const bool apart = !is_of_one_worker();
    Lists lists;
    auto next = breaks_.begin();
    for (std::size_t k = 0; k < steps_.size(); ++k) {
        for (; next != breaks_.end() && next->before == k; ++next) {
            const Buffer buffer{next->handle, Access::update};
            if (next->handle == nullptr)
                lists.cut();
            else
                lists.meet({&buffer, 1}, kAnyWorker);
        }
        Step& step = steps_[k];
        const int only = step.only_worker;
        lists.add(step, apart && only != kAnyWorker && step.key.priority > 0
                            ? urgent_worker(only)
                            : only);
    }
    for (Step& step : steps_)
        if (step.segment != nullptr && !is_list(*step.segment, gpu_memory))
            step.segment = nullptr;
}

}  // namespace tasuki::runtime::detail

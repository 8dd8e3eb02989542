#include "runtime/replay/recording.hpp"

#include <starpu.h>

#include <algorithm>

namespace tasuki::runtime::detail {

namespace {

bool reads(Access access) {
    return access == Access::read || access == Access::update;
}

bool writes(Access access) {
    return access == Access::write || access == Access::update;
}

/// What two tasks in a row do together.
Access joined(Access first, Access second) {
    if (first == second) return first;
    if (!reads(first)) return first;  // written whole before it is read
    return writes(first) || writes(second) ? Access::update : Access::read;
}

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
    steps_.push_back({Key{s}, {s.buffers.begin(), s.buffers.end()}, s.options});
    steps_.back().options.when_done = {};
    meet(s.buffers, worker);
    if (worker == kAnyWorker) return;
    auto found = open_.find(worker);
    // It would wait for the others with all that is in the segment.
    if (found != open_.end() &&
        std::ranges::any_of(s.buffers, [&](const Buffer& b) {
            return found->second.of_others.contains(b.handle);
        })) {
        open_.erase(found);
        found = open_.end();
    }
    if (found == open_.end()) {
        found = open_.emplace(worker, Open{}).first;
        found->second.segment = std::make_shared<Segment>();
        found->second.segment->worker = worker;
        found->second.segment->first = steps_.size() - 1;
    }
    found->second.append(s);
    steps_.back().segment = found->second.segment;
}

void Recording::Open::append(const Submission& s) {
    const auto kind = std::ranges::find(segment->kinds, &s.kernel);
    Segment::Task task{&s.kernel,
                       static_cast<std::size_t>(kind - segment->kinds.begin()),
                       segment->bytes,
                       s.size,
                       s.options.priority,
                       {},
                       {}};
    if (kind == segment->kinds.end()) segment->kinds.push_back(&s.kernel);
    for (const Buffer& buffer : s.buffers) {
        own.insert(buffer.handle);
        auto known =
            std::ranges::find(segment->buffers, buffer.handle, &Buffer::handle);
        if (known == segment->buffers.end())
            known = segment->buffers.insert(known, buffer);
        else
            known->access = joined(known->access, buffer.access);
        task.buffers.push_back(
            static_cast<std::uint32_t>(known - segment->buffers.begin()));
    }
    task.after = note_uses(task, s.buffers);
    segment->bytes += (s.size + kAlignment - 1) / kAlignment * kAlignment;
    segment->priority = segment->tasks.empty()
                            ? s.options.priority
                            : std::max(segment->priority, s.options.priority);
    segment->tasks.push_back(std::move(task));
}

/// @return  the tasks that come before this one
std::vector<std::uint32_t> Recording::Open::note_uses(
    const Segment::Task& task, std::span<const Buffer> buffers) {
    const auto number = static_cast<std::uint32_t>(segment->tasks.size());
    uses.resize(segment->buffers.size());
    std::vector<std::uint32_t> before;
    for (std::size_t k = 0; k < buffers.size(); ++k) {
        Use& use = uses[task.buffers[k]];
        if (use.writer >= 0)
            before.push_back(static_cast<std::uint32_t>(use.writer));
        if (!writes(buffers[k].access)) {
            use.readers.push_back(number);
            continue;
        }
        before.insert(before.end(), use.readers.begin(), use.readers.end());
        use = {static_cast<int>(number), {}};
    }
    std::ranges::sort(before);
    const auto [first, last] = std::ranges::unique(before);
    before.erase(first, last);
    std::erase(before, number);  // an array given twice
    return before;
}

void Recording::meet(Handle handle) {
    const Buffer buffer{handle, Access::update};
    meet({&buffer, 1}, kAnyWorker);
}

void Recording::meet(std::span<const Buffer> buffers, int except) {
    for (auto it = open_.begin(); it != open_.end();) {
        auto& [worker, open] = *it;
        const bool own = std::ranges::any_of(buffers, [&](const Buffer& b) {
            return open.own.contains(b.handle);
        });
        if (worker == except) {
            ++it;
        } else if (own) {
            // What comes after it here must not be ahead of it.
            it = open_.erase(it);
        } else {
            for (const Buffer& buffer : buffers)
                open.of_others.insert(buffer.handle);
            ++it;
        }
    }
}

bool Recording::matches(std::size_t k, const Submission& s) const {
    return k < steps_.size() && steps_[k].key == Key{s} &&
           same(steps_[k].buffers, s.buffers);
}

/// Identifies its list.
std::size_t Recording::first_of(const Step& step) {
    return step.segment == nullptr ? SIZE_MAX : step.segment->first;
}

bool Recording::operator==(const Recording& other) const {
    return std::ranges::equal(
        steps_, other.steps_, [](const Step& a, const Step& b) {
            return first_of(a) == first_of(b) && a.key == b.key &&
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

void Recording::seal(std::size_t gpu_memory) {
    open_.clear();
    for (Step& step : steps_) {
        if (step.segment == nullptr) continue;
        std::size_t bytes = 0;
        for (const Buffer& buffer : step.segment->buffers)
            bytes += starpu_data_get_size(buffer.handle);
        const bool on_gpu =
            starpu_worker_get_type(step.segment->worker) != STARPU_CPU_WORKER;
        if (step.segment->tasks.size() == 1 || (on_gpu && bytes > gpu_memory))
            step.segment = nullptr;
    }
}

}  // namespace tasuki::runtime::detail

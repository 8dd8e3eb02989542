#include "runtime/replay/segment.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace tasuki::runtime::detail {

namespace {

/// What two tasks in a row do together with an array.
Access joined(Access first, Access second) {
    if (first == second) return first;
    // written whole before it is read
    if (first == Access::write) return first;
    return writes(first) || writes(second) ? Access::update : Access::read;
}

}  // namespace

std::uint32_t join_to(std::vector<Buffer>& buffers, const Buffer& next) {
    auto known = std::ranges::find(buffers, next.handle, &Buffer::handle);
    if (known == buffers.end())
        known = buffers.insert(known, next);
    else
        known->access = joined(known->access, next.access);
    return static_cast<std::uint32_t>(known - buffers.begin());
}

SegmentBuilder::SegmentBuilder(int worker) {
    static std::atomic<std::uint64_t> count = 0;
    segment_ = std::make_shared<Segment>(Segment{worker, count++});
}

void SegmentBuilder::append(const KernelRecord& kernel, std::size_t size,
                            int priority, std::span<const Buffer> buffers) {
    Segment& s = *segment_;
    const auto kind = std::ranges::find(s.kinds, &kernel);
    Segment::Task task{
        &kernel,  static_cast<std::size_t>(kind - s.kinds.begin()),
        s.bytes,  size,
        priority, {},
        {},       {}};
    if (kind == s.kinds.end()) s.kinds.push_back(&kernel);
    for (const Buffer& buffer : buffers) {
        task.buffers.push_back(join_to(s.buffers, buffer));
        task.accesses.push_back(buffer.access);
    }
    task.after = note_uses(task);
    s.bytes += (size + Segment::kAlignment - 1) / Segment::kAlignment *
               Segment::kAlignment;
    s.priority = s.tasks.empty() ? priority : std::max(s.priority, priority);
    s.tasks.push_back(std::move(task));
}

void SegmentBuilder::append(const Segment& segment) {
    std::vector<Buffer> buffers;
    for (const auto& task : segment.tasks) {
        buffers.clear();
        for (std::size_t k = 0; k < task.buffers.size(); ++k)
            buffers.push_back(
                {segment.buffers[task.buffers[k]].handle, task.accesses[k]});
        append(*task.kernel, task.size, task.priority, buffers);
    }
}

/// @return  the tasks that come before this one
std::vector<std::uint32_t> SegmentBuilder::note_uses(
    const Segment::Task& task) {
    const auto number = static_cast<std::uint32_t>(segment_->tasks.size());
    uses_.resize(segment_->buffers.size());
    std::vector<std::uint32_t> before;
    for (std::size_t k = 0; k < task.buffers.size(); ++k) {
        Use& use = uses_[task.buffers[k]];
        if (use.writer >= 0)
            before.push_back(static_cast<std::uint32_t>(use.writer));
        if (!writes(task.accesses[k])) {
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

}  // namespace tasuki::runtime::detail

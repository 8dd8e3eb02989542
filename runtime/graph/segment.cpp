#include "runtime/graph/segment.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <iterator>
#include <ranges>
#include <utility>

#include "runtime/core/error.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/core/round_up.hpp"

namespace tasuki::runtime::detail {

namespace {

/// What two tasks in a row do together with an array.
Access joined(Access first, Access second) {
    if (first == second) return first;
    // written whole before it is read
    if (first == Access::write) return first;
    return writes(first) || writes(second) ? Access::update : Access::read;
}

/// Sorted, each once.
void make_set(std::vector<std::uint32_t>& numbers) {
    std::ranges::sort(numbers);
    const auto [first, last] = std::ranges::unique(numbers);
    numbers.erase(first, last);
}

}  // namespace

Arguments allocate_arguments(std::size_t bytes) {
    Arguments memory{
        static_cast<std::byte*>(std::aligned_alloc(kMostAlignment, bytes)),
        std::free};
    if (memory == nullptr && bytes > 0)
        throw UnavailableError(without_memory(bytes).data());
    return memory;
}

void join_access(Buffer& buffer, Access next) {
    buffer.access = joined(buffer.access, next);
}

std::uint32_t join_to(std::vector<Buffer>& buffers, const Buffer& next) {
    auto known = std::ranges::find(buffers, next.handle, &Buffer::handle);
    if (known == buffers.end())
        known = buffers.insert(known, next);
    else
        join_access(*known, next.access);
    return static_cast<std::uint32_t>(known - buffers.begin());
}

SegmentBuilder::SegmentBuilder(int worker) {
    static std::atomic<std::uint64_t> count = 0;
    segment_ = std::make_shared<Segment>(Segment{worker, count++});
}

void SegmentBuilder::append(const KernelRecord& kernel, std::size_t size,
                            int priority, int worker,
                            std::span<const Buffer> buffers,
                            std::span<const int> homes) {
    Segment& s = *segment_;
    Segment::Task task{&kernel, 0, s.bytes, size, priority, worker, {}, {}, {}};
    for (std::size_t k = 0; k < buffers.size(); ++k) {
        task.buffers.push_back(bring(buffers[k], homes[k], worker, priority));
        task.accesses.push_back(buffers[k].access);
    }
    const auto kind = std::ranges::find(s.kinds, &kernel);
    task.kind = static_cast<std::size_t>(kind - s.kinds.begin());
    if (kind == s.kinds.end()) s.kinds.push_back(&kernel);
    task.after = note_uses(task);
    if (kernel.crosses != Crosses::nothing) put_messages_before(task);
    s.bytes += round_up(size, Segment::kAlignment);
    s.priority =
        s.submitted.empty() ? priority : std::max(s.priority, priority);
    s.submitted.push_back(static_cast<std::uint32_t>(s.tasks.size()));
    s.tasks.push_back(std::move(task));
}

void SegmentBuilder::append(const Segment& segment) {
    is_new_ = true;
    std::vector<Buffer> buffers;
    std::vector<int> homes;
    for (const auto number : segment.submitted) {
        const auto& task = segment.tasks[number];
        buffers.clear();
        homes.clear();
        for (std::size_t k = 0; k < task.buffers.size(); ++k) {
            const auto place = task.buffers[k];
            const auto buffer =
                place < Segment::kMirrors
                    ? place
                    : segment.mirrors[place - Segment::kMirrors].buffer;
            buffers.push_back(
                {segment.buffers[buffer].handle, task.accesses[k]});
            homes.push_back(segment.homes[buffer]);
        }
        append(*task.kernel, task.size, task.priority, task.worker, buffers,
               homes);
    }
}

const std::shared_ptr<Segment>& SegmentBuilder::finish() {
    for (std::uint32_t buffer = 0; buffer < valid_.size(); ++buffer)
        if (std::ranges::count(valid_[buffer], buffer) == 0)
            copy(valid_[buffer].front(), buffer, segment_->priority);
    find_order();
    return segment_;
}

/// That of the submissions, but for what receives: it waits for another rank,
/// and comes when nothing else can be done.
void SegmentBuilder::find_order() {
    const auto& tasks = segment_->tasks;
    auto& order = segment_->order;
    std::vector<bool> done(tasks.size());
    const auto is_next = [&](std::uint32_t number, bool receives) {
        const Segment::Task& task = tasks[number];
        const bool does =
            task.kernel != nullptr && task.kernel->crosses == Crosses::receives;
        return !done[number] && does == receives &&
               std::ranges::all_of(task.after, [&](auto k) { return done[k]; });
    };
    // Where to look: what is before has been done.
    for (std::uint32_t first = 0; first < tasks.size();) {
        if (done[first]) {
            ++first;
            continue;
        }
        const auto rest =
            std::views::iota(first, static_cast<std::uint32_t>(tasks.size()));
        auto next = std::ranges::find_if(
            rest, [&](auto k) { return is_next(k, false); });
        if (next == rest.end())
            next = std::ranges::find_if(
                rest, [&](auto k) { return is_next(k, true); });
        done[*next] = true;
        order.push_back(*next);
    }
}

/// @return  the number of the array, or of its mirror on that GPU
std::uint32_t SegmentBuilder::find(std::uint32_t buffer, int worker) {
    if (segment_->homes[buffer] == worker) return buffer;
    auto& mirrors = segment_->mirrors;
    const auto found =
        std::ranges::find_if(mirrors, [=](const Segment::Mirror& mirror) {
            return mirror.buffer == buffer && mirror.worker == worker;
        });
    const auto number = static_cast<std::uint32_t>(found - mirrors.begin());
    if (found == mirrors.end()) mirrors.push_back({buffer, worker});
    return Segment::kMirrors + number;
}

/// @return  where the task of that worker has the array
std::uint32_t SegmentBuilder::bring(const Buffer& buffer, int home, int worker,
                                    int priority) {
    const auto number = join_to(segment_->buffers, buffer);
    if (number == valid_.size()) {
        segment_->homes.push_back(home);
        valid_.push_back({number});
    }
    const std::uint32_t place = find(number, worker);
    auto& valid = valid_[number];
    if (buffer.access != Access::write &&
        std::ranges::count(valid, place) == 0) {
        copy(valid.front(), place, priority);
        valid.push_back(place);
    }
    if (writes(buffer.access)) valid = {place};
    return place;
}

int SegmentBuilder::worker_of(std::uint32_t place) const {
    return place < Segment::kMirrors
               ? segment_->homes[place]
               : segment_->mirrors[place - Segment::kMirrors].worker;
}

/// By the GPU that has it, right behind the task that wrote it.
void SegmentBuilder::copy(std::uint32_t from, std::uint32_t to, int priority) {
    Segment::Task task{nullptr,    0,
                       0,          0,
                       priority,   worker_of(from),
                       {from, to}, {Access::read, Access::write},
                       {}};
    task.after = note_uses(task);
    segment_->tasks.push_back(std::move(task));
}

/// What waits for another rank may keep other tasks of the graph from starting:
/// they share queues of the device.  So all that the other rank may need comes
/// first: in each phase what is sent, then what is received, then the next
/// phase.  What an array is released for is sent in the phase in which the
/// array receives again.
void SegmentBuilder::put_messages_before(Segment::Task& task) {
    const auto number = static_cast<std::uint32_t>(segment_->tasks.size());
    if (task.kernel->crosses == Crosses::releases) {
        released_[task.buffers.front()] = number;
        return;
    }
    const bool receives = task.kernel->crosses == Crosses::receives;
    if (is_new_ || (received_ && !receives)) {
        before_ = std::exchange(phase_, {});
        is_new_ = false;
    }
    received_ = receives;
    if (receives) put_release_before(task.buffers.front());
    task.after.insert(task.after.end(), before_.begin(), before_.end());
    if (receives)
        std::ranges::copy_if(
            phase_, std::back_inserter(task.after),
            [this](std::uint32_t other) {
                return segment_->tasks[other].kernel->crosses == Crosses::sends;
            });
    phase_.push_back(number);
    make_set(task.after);
}

/// Ahead of all messages of this phase: the other rank waits for it in these.
void SegmentBuilder::put_release_before(std::uint32_t array) {
    const auto found = released_.find(array);
    if (found == released_.end()) return;
    for (const auto number : phase_) {
        if (number < found->second) continue;
        auto& after = segment_->tasks[number].after;
        after.push_back(found->second);
        make_set(after);
    }
    before_.push_back(found->second);
    released_.erase(found);
}

/// @return  the tasks that come before this one
std::vector<std::uint32_t> SegmentBuilder::note_uses(
    const Segment::Task& task) {
    const auto number = static_cast<std::uint32_t>(segment_->tasks.size());
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
    make_set(before);
    std::erase(before, number);  // an array given twice
    return before;
}

}  // namespace tasuki::runtime::detail

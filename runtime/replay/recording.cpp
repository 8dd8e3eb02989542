#include "runtime/replay/recording.hpp"

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

void Recording::add(const Submission& s, bool settled) {
    steps_.push_back(
        {Key{s}, {s.buffers.begin(), s.buffers.end()}, s.options, kAlone});
    steps_.back().options.when_done = {};
    if (!settled) {
        for (const Buffer& buffer : s.buffers) meet(buffer.handle);
        return;
    }
    // It would wait for the others with all that is in the segment.
    const bool waits = std::ranges::any_of(s.buffers, [this](const Buffer& b) {
        return of_others_.contains(b.handle);
    });
    if (open_ == kAlone || waits) {
        open_ = static_cast<int>(segments_.size());
        segments_.push_back(std::make_shared<Segment>());
        own_.clear();
        of_others_.clear();
    }
    append(s);
}

void Recording::append(const Submission& s) {
    Segment& segment = *segments_[open_];
    const auto kind = std::ranges::find(segment.kinds, &s.kernel);
    Segment::Task task{&s.kernel,
                       static_cast<std::size_t>(kind - segment.kinds.begin()),
                       segment.bytes,
                       {}};
    if (kind == segment.kinds.end()) segment.kinds.push_back(&s.kernel);
    for (const Buffer& buffer : s.buffers) {
        own_.insert(buffer.handle);
        auto known =
            std::ranges::find(segment.buffers, buffer.handle, &Buffer::handle);
        if (known == segment.buffers.end())
            known = segment.buffers.insert(known, buffer);
        else
            known->access = joined(known->access, buffer.access);
        task.buffers.push_back(
            static_cast<std::uint32_t>(known - segment.buffers.begin()));
    }
    segment.bytes += (s.size + kAlignment - 1) / kAlignment * kAlignment;
    segment.priority = segment.tasks.empty()
                           ? s.options.priority
                           : std::max(segment.priority, s.options.priority);
    segment.tasks.push_back(std::move(task));
    steps_.back().segment = open_;
}

void Recording::meet(Handle handle) {
    // What comes after it here must not be ahead of it.
    if (own_.contains(handle)) cut();
    of_others_.insert(handle);
}

bool Recording::matches(std::size_t k, const Submission& s) const {
    return k < steps_.size() && steps_[k].key == Key{s} &&
           same(steps_[k].buffers, s.buffers);
}

bool Recording::operator==(const Recording& other) const {
    return std::ranges::equal(
        steps_, other.steps_, [](const Step& a, const Step& b) {
            return a.segment == b.segment && a.key == b.key &&
                   same(a.buffers, b.buffers);
        });
}

std::shared_ptr<const Segment> Recording::segment_of(std::size_t k) const {
    const int number = steps_[k].segment;
    return number == kAlone ? nullptr : segments_[number];
}

Submission Recording::submission(std::size_t k, const void* packed) const {
    const Step& step = steps_[k];
    return {*step.key.kernel, packed, step.key.size, step.buffers,
            step.options};
}

void Recording::seal() {
    for (Step& step : steps_)
        if (step.segment != kAlone &&
            segments_[step.segment]->tasks.size() == 1)
            step.segment = kAlone;
}

}  // namespace tasuki::runtime::detail

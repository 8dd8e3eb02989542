#include "runtime/replay/replay.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/core/codelet.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/session.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime {

namespace {

using detail::Buffer;
using detail::Recording;
using detail::Submission;

/// Iterations that are remembered: a program that does different things in turn
/// has few of them.
constexpr std::size_t kMostSeen = 4, kMostKept = 8;

/// Their order in a list is that of the submissions, so it can have them.
bool is_simple(Access access) {
    return access == Access::read || access == Access::write ||
           access == Access::update;
}

bool is_traced(const Session& session) {
    return session.log != nullptr && session.log->is_on();
}

}  // namespace

Replays parse_replays(std::string_view text) {
    if (text == "auto") return Replays::automatic;
    if (text == "on") return Replays::on;
    if (text == "off") return Replays::off;
    throw UsageError(
        fmt::format("--replay: expected auto, on or off, found '{}'", text));
}

Replay::~Replay() {
    if (counts_.iterations > 0)
        logger().info("replayed {} of {} iterations: {} tasks in {} lists",
                      counts_.replayed, counts_.iterations, counts_.listed,
                      counts_.lists);
}

void Replay::iteration(const std::function<void()>& submit) {
    Session& session = context_.session();
    if (session.replay != nullptr)
        throw UsageError("an iteration in an iteration of a Replay");
    if (!session.replays || is_traced(session)) return submit();
    thread_ = std::this_thread::get_id();
    now_ = std::make_unique<Recording>();
    next_ = 0;
    ++counts_.iterations;
    session.replay = this;
    const auto end = [&](const auto& how) {
        const std::lock_guard lock{session.of_replay};
        session.replay = nullptr;
        how();
    };
    try {
        submit();
    } catch (...) {
        end([this] { break_off(); });
        throw;
    }
    end([this] { finish(); });
}

/// Exactly one CPU worker, and no GPU's, can run it.
bool Replay::is_settled(const Submission& s) const {
    const Session& session = context_.session();
    if (s.kernel.cpu == nullptr || starpu_cpu_worker_get_count() != 1 ||
        s.options.when_done ||
        !std::ranges::all_of(s.buffers, is_simple, &Buffer::access))
        return false;
    if (s.options.worker >= 0)
        return starpu_worker_get_type(s.options.worker) == STARPU_CPU_WORKER;
    const Where where =
        detail::placed(session.placements, s.kernel, s.options.where);
    return where == Where::cpu ||
           (where == Where::any &&
            (s.kernel.gpu == nullptr || starpu_worker_get_count() == 1));
}

/// Looks among what is kept for an iteration that begins like this one.
void Replay::expect(const Submission& first) {
    const auto found = std::ranges::find_if(
        kept_, [&](const auto& kept) { return kept->matches(0, first); });
    if (found == kept_.end()) return;
    expected_ = found->get();
    now_.reset();
}

bool Replay::takes(const Submission& submission) {
    if (thread_ != std::this_thread::get_id()) {
        for (const Buffer& buffer : submission.buffers) meet(buffer.handle);
        return false;
    }
    const std::size_t k = next_++;
    if (k == 0) expect(submission);
    if (expected_ != nullptr && !expected_->matches(k, submission)) break_off();
    if (expected_ == nullptr) {
        if (now_) now_->add(submission, is_settled(submission));
        return false;
    }
    auto segment = expected_->segment_of(k);
    if (segment == nullptr) return false;
    if (come_.empty()) {
        open_.segment = std::move(segment);
        const std::size_t bytes = open_.segment->bytes;
        open_.arguments.reset(static_cast<std::byte*>(
            std::aligned_alloc(Recording::kAlignment, bytes)));
        if (open_.arguments == nullptr) fail_without_memory(bytes);
    }
    const auto& task = open_.segment->tasks[come_.size()];
    std::memcpy(open_.arguments.get() + task.arguments, submission.packed,
                submission.size);
    come_.push_back(k);
    if (come_.size() == open_.segment->tasks.size()) submit_list();
    return true;
}

void Replay::submit_list() {
    // StarPU may look at it until the process ends.
    static auto& codelet = *new detail::Codelet{"replay", "", run, nullptr};
    const detail::Segment& segment = *open_.segment;
    ++counts_.lists;
    counts_.listed += static_cast<std::int64_t>(segment.tasks.size());
    starpu_task* const task = detail::make_task(
        codelet, "replay", segment.priority, Where::cpu, segment.buffers);
    task->cl_arg = new List{std::move(open_)};
    task->callback_func = end;
    task->callback_arg = task->cl_arg;
    come_.clear();
    if (const auto prepare = context_.session().preparation)
        prepare(*task, /*near=*/-1);
    check(starpu_task_submit(task), "starpu_task_submit");
}

void Replay::run(void* buffers[], void* list) {
    const auto& [segment, arguments] = *static_cast<const List*>(list);
    starpu_task* const task = starpu_task_get_current();
    std::vector<void*> own;
    std::vector<PhaseCount> counts(segment->kinds.size());
    for (const auto& part : segment->tasks) {
        own.clear();
        for (const auto number : part.buffers) own.push_back(buffers[number]);
        task->name = part.kernel->name;  // for profilers and errors
        std::byte* const packed = arguments.get() + part.arguments;
        part.kernel->cpu(own.data(), packed);
        const auto& header = *reinterpret_cast<detail::TaskHeader*>(packed);
        PhaseCount& count = counts[part.kind];
        ++count.on_cpu;
        count.seconds += 1e-9 * static_cast<double>(header.end - header.begin);
    }
    task->name = "replay";
    for (std::size_t k = 0; k < counts.size(); ++k)
        session().statistics.add(segment->kinds[k]->name, counts[k]);
}

void Replay::end(void* list) {
    delete static_cast<List*>(list);
}

/// This iteration is another one than was expected: the tasks that have waited
/// for the rest of their list are submitted, and the rest as it comes.
void Replay::break_off() {
    now_.reset();
    if (expected_ == nullptr) return;
    const Recording* const expected = std::exchange(expected_, nullptr);
    const auto come = std::exchange(come_, {});
    const List list = std::exchange(open_, {});
    for (std::size_t k = 0; k < come.size(); ++k)
        detail::submit_task(context_,
                            expected->submission(
                                come[k], list.arguments.get() +
                                             list.segment->tasks[k].arguments));
    std::erase_if(kept_,
                  [=](const auto& kept) { return kept.get() == expected; });
}

bool Replay::meet(Handle handle) {
    // What other threads do is not a part of the iteration, but comes after the
    // tasks that it has submitted.
    if (now_ && thread_ == std::this_thread::get_id()) now_->meet(handle);
    if (!come_.empty() &&
        std::ranges::count(open_.segment->buffers, handle, &Buffer::handle) > 0)
        break_off();
    return true;
}

bool Replay::meet_all() {
    if (now_ && thread_ == std::this_thread::get_id()) now_->cut();
    if (!come_.empty()) break_off();
    return true;
}

void Replay::finish() {
    if (expected_ != nullptr) {
        if (next_ != expected_->size()) return break_off();
        ++counts_.replayed;
        expected_ = nullptr;
        return;
    }
    if (!now_ || now_->size() == 0) return;
    now_->seal();
    const auto before = std::ranges::find_if(
        seen_, [this](const auto& seen) { return *seen == *now_; });
    auto& list = before == seen_.end() ? seen_ : kept_;
    if (before != seen_.end()) seen_.erase(before);
    if (list.size() == (&list == &seen_ ? kMostSeen : kMostKept))
        list.erase(list.begin());
    list.push_back(std::move(now_));
}

}  // namespace tasuki::runtime

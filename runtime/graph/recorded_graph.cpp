#include "runtime/graph/recorded_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <ranges>
#include <utility>

#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/round_up.hpp"
#include "runtime/core/session.hpp"
#include "runtime/graph/batches.hpp"
#include "runtime/graph/message_order.hpp"
#include "runtime/graph/only_worker.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime::detail {

namespace {

/// Runs of a list that are one task of StarPU: the end of the first comes with
/// that of the last.
constexpr std::int64_t kMostTogether = 1024;
/// Where each of them has messages.
constexpr std::int64_t kMostOfMessages = 64;
}  // namespace

RecordedGraph::RecordedGraph(Context& context)
    : context_{context},
      ranks_{context.ranks()},
      session_{context.session()},
      number_{session_.tasks.next_number()} {
    session_.recorded.add(*this);
}

RecordedGraph::~RecordedGraph() {
    if (counts_.runs > 0)
        logger().info("graph of {} tasks: {} runs, {} tasks in {} lists",
                      size(), counts_.runs, counts_.listed, counts_.lists);
    session_.recorded.remove(*this);
}

/// An array that the task writes and those that come after it read: so lists,
/// their order and what ranks know of it need not know of anything else.
const Array<char>& RecordedGraph::end_of(const Task& task) {
    if (!task.is_of_graph() || task.number_ != number_)
        throw UsageError(
            "a task of a graph that is recorded comes after one that is none "
            "of "
            "this graph: what was submitted before comes before each run");
    Recorded& its = tasks_[task.slot_ & ~Task::kOfGraph];
    if (its.end == nullptr) {
        its.end = std::make_unique<Array<char>>(context_, 1);
        its.buffers.push_back({its.end->raw(), Access::write});
    }
    return *its.end;
}

Task RecordedGraph::add(const Submission& s, MessageTask message) {
    std::vector<Buffer> buffers{s.buffers.begin(), s.buffers.end()};
    for (const Task& before : s.options.after)
        buffers.push_back({end_of(before).raw(), Access::read});
    Arguments packed =
        allocate_arguments(round_up(s.size, Segment::kAlignment));
    std::memcpy(packed.get(), s.packed, s.size);
    reinterpret_cast<TaskHeader*>(packed.get())->open.label = s.options.label;
    const bool is_message = static_cast<bool>(message.submit);
    has_messages_ |= is_message;
    has_kept_ |= s.kept != nullptr;
    tasks_.push_back({&s.kernel, std::move(packed), s.size, std::move(buffers),
                      s.options,
                      session_.searches && !is_message && can_move(session_, s),
                      session_.captures, std::move(message), s.kept});
    tasks_.back().options.after.clear();
    for (const Buffer& buffer : s.buffers) arrays_.insert(buffer.handle);
    return {number_, static_cast<std::uint32_t>(size() - 1) | Task::kOfGraph};
}

void RecordedGraph::add(Handle array, const std::function<void()>& again) {
    others_.push_back({size(), array, again});
    arrays_.insert(array);
}

void RecordedGraph::finish() {
    if (ranks_.several()) agree_on_messages();
    if (!fits_on_gpus())
        for (Recorded& task : tasks_) task.is_free = false;
    if (session_.searches && session_.gpu_workers.size() > 1)
        spread_over_gpus();
    find_classes();
    if (!classes_.empty() && !ranks_.several()) find_shared_arrays();
    numbers_ = shared_->search.add(classes_, shared_arrays_);
}

/// They are in lists if all ranks find that these come to an end.
void RecordedGraph::agree_on_messages() {
    MessagesOfRank own;
    for (const Recorded& task : tasks_)
        if (task.message.submit) own.push_back(task.message.end);
    std::vector<MessagesOfRank> of_ranks;
    for (const auto& text : ranks_.gather(to_text(own)))
        of_ranks.push_back(messages_of(text));
    const bool may_wait = are_in_order(of_ranks);
    if (has_messages_ && !may_wait)
        logger().info(
            "messages of a graph stay tasks: in their order, a list "
            "would wait for what comes after it");
    for (Recorded& task : tasks_)
        if (task.message.submit)
            task.is_listed =
                task.is_listed && may_wait && task.message.can_wait_in_list();
}

void RecordedGraph::see_end_of(Handle array) {
    if (!arrays_.contains(array)) return;
    const auto user =
        std::ranges::find_if(tasks_, [array](const Recorded& task) {
            return std::ranges::count(task.buffers, array, &Buffer::handle) > 0;
        });
    gone_ = user == tasks_.end()
                ? "of a message, or of an array that is sent elsewhere,"
                : user->kernel->name;
}

Submission RecordedGraph::submission(std::size_t k) const {
    const Recorded& task = tasks_[k];
    return {*task.kernel, task.packed.get(), task.size, task.buffers,
            task.options, nullptr,           task.kept};
}

/// The arrays that a task reads may be written by another graph: in the first
/// run they are.
void RecordedGraph::note_uses_of(std::size_t k) const {
    note_uses(tasks_[k].kernel->name, tasks_[k].buffers);
}

/// In whose list it goes.
int RecordedGraph::worker_of(std::size_t k) const {
    const Submission its = submission(k);
    const int only = only_worker(session_, its);
    return tasks_[k].is_listed && may_be_listed(its, only) ? only : kAnyWorker;
}

RecordedGraph::Placed RecordedGraph::make_lists(std::vector<int> on_cpus) {
    Recording recording;
    auto other = others_.begin();
    for (std::size_t k = 0; k <= size(); ++k) {
        for (; other != others_.end() && other->before == k; ++other)
            recording.meet(other->array);
        if (k < size()) recording.add(submission(k), worker_of(k));
    }
    // So that the data of the next list can come while one computes.
    recording.seal(session_.gpu_memory / 2);
    std::map<const Segment*, List> lists;
    for (std::size_t k = 0; k < size(); ++k)
        if (const auto& segment = recording.segment_of(k))
            lists[segment.get()].tasks.push_back(k);
    return {std::move(on_cpus), std::move(recording), std::move(lists)};
}

/// Runs of which the search wants to know how long they take.
std::int64_t RecordedGraph::most_together() const {
    const auto& [search, times, begun] = *shared_;
    const std::int64_t most = has_messages_ ? kMostOfMessages : kMostTogether;
    return search.is_settled() || !is_searching()
               ? most
               : std::min(most, search.runs() - begun);
}

void RecordedGraph::check_arrays() const {
    if (const char* const kernel = gone_; kernel != nullptr)
        throw UsageError(fmt::format(
            "a graph cannot run any more: an array of its task {} has been "
            "destroyed",
            kernel));
}

void RecordedGraph::run(std::int64_t times) {
    check_arrays();
    for (std::int64_t left = times; left > 0;) {
        place();
        const std::int64_t done = run_some(left);
        counts_.runs += done;
        left -= done;
    }
}

std::shared_ptr<Loop> RecordedGraph::run_while(const LoopCondition& condition,
                                               std::int64_t most) {
    check_arrays();
    place();
    auto loop = std::make_shared<Loop>(Loop{condition});
    // Of messages both sides have to know how many there are.
    if (has_messages_ || !arrays_.contains(condition.value))
        loop->begun = run_some(1);
    else
        run_some(most, loop);
    return loop;
}

/// Lists that have been submitted have the arguments from before.
void RecordedGraph::change(const KernelRecord& kernel,
                           const std::function<void(void*)>& change) {
    const auto has_it = [&](const Recorded& task) {
        return task.kernel == &kernel;
    };
    if (std::ranges::none_of(tasks_, has_it))
        throw UsageError(fmt::format(
            "a graph of {} tasks has none of kernel {}", size(), kernel.name));
    for (Placed& placed : placed_)
        for (auto& [segment, list] : placed.lists) list.arguments = nullptr;
    for (const Recorded& task : tasks_)
        if (has_it(task)) change(task.packed.get());
}

bool RecordedGraph::writes(Handle array) const {
    return std::ranges::any_of(tasks_, [array](const Recorded& task) {
        return std::ranges::any_of(task.buffers, [array](const Buffer& its) {
            return its.handle == array && its.access != Access::read;
        });
    });
}

/// @param loop  that ends the runs of a list before; null: none
/// @return  how many times it runs, unless a loop ends that
std::int64_t RecordedGraph::run_some(std::int64_t most,
                                     const std::shared_ptr<Loop>& loop) {
    const Placed& now = placed_.back();
    const TraceLog* const log = session_.log;
    if (!others_.empty() || !now.is_whole() ||
        (log != nullptr && log->is_on())) {
        run_once();
        if (loop != nullptr) loop->begun = 1;
        return 1;
    }
    const auto times = std::min(most, most_together());
    const GraphRunPtr run = begin_run(times);
    if (counts_.runs == 0)
        for (std::size_t k = 0; k < size(); ++k) note_uses_of(k);
    auto list = list_of(now.recording.segment_of(0), times);
    if (run != nullptr) list->hold(*run);
    list->keep_arrays();
    if (loop != nullptr) {
        const auto& buffers = list->segment().buffers;
        loop->buffer = static_cast<std::size_t>(
            std::ranges::find(buffers, loop->condition.value, &Buffer::handle) -
            buffers.begin());
        list->end_by(loop);
    }
    session_.batches->submit(std::move(list));
    counts_.lists += times;
    counts_.listed += times * static_cast<std::int64_t>(size());
    return times;
}

std::unique_ptr<TaskList> RecordedGraph::list_of(
    const std::shared_ptr<const Segment>& segment, std::int64_t times) {
    List& its = placed_.back().lists.at(segment.get());
    if (its.arguments == nullptr)
        its.arguments = arguments_of(*segment, its.tasks);
    auto list = std::make_unique<TaskList>(segment, its.arguments, times);
    const bool is_traced = session_.log != nullptr && session_.log->is_on();
    if (has_kept_)
        for (const auto k : its.tasks)
            if (tasks_[k].kept != nullptr) list->keep(tasks_[k].kept);
    if (!has_messages_ && !is_traced) return list;
    for (std::int64_t run = 0; run < times; ++run)
        for (const auto k : its.tasks)
            if (tasks_[k].message.submit)
                submit_message(k, list.get());
            else if (is_traced)  // that is one run
                list->trace(session_.log->see_captured(submission(k)));
    return list;
}

Arguments RecordedGraph::arguments_of(
    const Segment& segment, const std::vector<std::size_t>& tasks) const {
    Arguments all = allocate_arguments(segment.bytes);
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        const Recorded& task = tasks_[tasks[k]];
        std::memcpy(all.get() + segment.tasks[segment.submitted[k]].arguments,
                    task.packed.get(), task.size);
    }
    return all;
}

/// @param list  that it is a part of; null: none
void RecordedGraph::submit_message(std::size_t k, TaskList* list) {
    list_ = list;
    tasks_[k].message.submit();
}

void RecordedGraph::take(const Submission& message) {
    if (list_ == nullptr) {
        submit_task(session_, message, run_);
        return;
    }
    list_->cross(message.crossing);
    if (session_.log != nullptr && session_.log->is_on())
        list_->trace(session_.log->see_captured(message));
}

/// Task after task, and each list where its last task comes.
void RecordedGraph::run_once() {
    const Placed& now = placed_.back();
    const GraphRunPtr run = begin_run(1);
    run_ = run.get();
    auto other = others_.begin();
    for (std::size_t k = 0; k <= size(); ++k) {
        for (; other != others_.end() && other->before == k; ++other)
            other->submit();
        if (k == size()) break;
        if (counts_.runs == 0) note_uses_of(k);
        const auto& segment = now.recording.segment_of(k);
        if (segment == nullptr) {
            if (tasks_[k].message.submit)
                submit_message(k, nullptr);
            else
                submit_task(session_, submission(k), run_);
            continue;
        }
        const auto& numbers = now.lists.at(segment.get()).tasks;
        if (k != numbers.back()) continue;
        auto list = list_of(segment, 1);
        if (run != nullptr) list->hold(*run);
        session_.batches->submit(std::move(list));
        ++counts_.lists;
        counts_.listed += static_cast<std::int64_t>(numbers.size());
    }
}

}  // namespace tasuki::runtime::detail

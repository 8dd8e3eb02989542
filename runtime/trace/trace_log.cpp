#include "runtime/trace/trace_log.hpp"

#include <starpu_profiling.h>

#include <algorithm>
#include <utility>

#include "runtime/core/context.hpp"
#include "runtime/core/session.hpp"

namespace tasuki::runtime {

namespace {

std::int64_t nanoseconds(const timespec& t) {
    return std::int64_t{1000000000} * t.tv_sec + t.tv_nsec;
}

BufferUse use_of(starpu_data_handle_t handle, unsigned mode) {
    // A reduction adds to what is there.
    if ((mode & STARPU_REDUX) != 0) mode |= STARPU_RW;
    return {reinterpret_cast<std::uintptr_t>(handle), (mode & STARPU_R) != 0,
            (mode & STARPU_W) != 0, starpu_data_get_size(handle)};
}

/// machine_nanoseconds() when StarPU's clock showed zero.
std::int64_t zero_of_starpu() {
    const double now = 1000 * starpu_timing_now();  // [us]
    return machine_nanoseconds() - static_cast<std::int64_t>(now);
}

}  // namespace

void TraceLog::begin() {
    const std::lock_guard lock{mutex_};
    order_ = 0;
    tasks_.clear();
    messages_.clear();
    ++generation_;
    zero_ = zero_of_starpu();
    if (!is_on())
        profiled_ = starpu_profiling_status_set(STARPU_PROFILING_ENABLE);
    on_ = true;
}

void TraceLog::end() {
    if (on_.exchange(false)) starpu_profiling_status_set(profiled_);
}

void TraceLog::see_submission(starpu_task& task, TraceLabel label,
                              std::span<const detail::Buffer> buffers) {
    if (!is_on()) return;
    const std::lock_guard lock{mutex_};
    add(task.name, task.priority, task.flops, label, buffers);
    // StarPU gives a task its number later, and this argument to nobody: there
    // is no prologue.
    task.prologue_callback_arg = reinterpret_cast<void*>(tasks_.size());
}

TaskRecord& TraceLog::add(const char* name, int priority, double flops,
                          TraceLabel label,
                          std::span<const detail::Buffer> buffers) {
    TaskRecord& record = tasks_.emplace_back();
    record.order = order_++;
    record.name = name;
    record.iteration = iteration_;
    record.label = label;
    record.priority = priority;
    record.flops = flops;
    record.buffers.reserve(buffers.size());
    for (const detail::Buffer& buffer : buffers)
        record.buffers.push_back(
            use_of(buffer.handle,
                   static_cast<starpu_data_access_mode>(buffer.access)));
    return record;
}

TraceLog::Number TraceLog::see_captured(const detail::Submission& s) {
    if (!is_on()) return 0;
    const std::lock_guard lock{mutex_};
    TaskRecord& record = add(s.kernel.name, s.options.priority, s.options.flops,
                             s.options.label, s.buffers);
    record.submitted = machine_nanoseconds();
    record.captured = true;
    return tasks_.size();
}

void TraceLog::see_end(const starpu_task& task, int worker,
                       std::pair<std::int64_t, std::int64_t> beside) {
    const auto* info = task.profiling_info;
    const auto number =
        reinterpret_cast<std::uintptr_t>(task.prologue_callback_arg);
    if (!is_on() || info == nullptr || number == 0) return;
    const std::lock_guard lock{mutex_};
    TaskRecord* const its = find_task(number);
    if (its == nullptr) return;
    its->worker = worker;
    its->submitted = time(info->submit_time);
    its->ready = time(info->push_start_time);
    its->fetch_begin = time(info->acquire_data_start_time);
    its->fetch_end = time(info->acquire_data_end_time);
    its->beside = beside.second != 0;
    its->start = its->beside ? beside.first : time(info->start_time);
    its->end = its->beside ? beside.second : time(info->end_time);
}

void TraceLog::see_end(const starpu_task& list,
                       std::span<const Captured> tasks) {
    const auto* info = list.profiling_info;
    if (!is_on() || info == nullptr) return;
    const std::lock_guard lock{mutex_};
    for (const auto& [number, worker, ready, start, end] : tasks) {
        TaskRecord* const its = find_task(number);
        if (its == nullptr) continue;
        // The data of the list are those of the first; the others wait for
        // none.
        const bool first = number == tasks.front().number;
        its->worker = worker;
        // The clocks of the list and of its tasks agree to a microsecond.
        its->ready =
            std::min(std::max(time(info->push_start_time), ready), start);
        its->fetch_begin = first ? time(info->acquire_data_start_time) : start;
        its->fetch_end = first ? time(info->acquire_data_end_time) : start;
        its->start = start;
        its->end = end;
    }
}

TaskRecord* TraceLog::find_task(Number number) {
    return number > 0 && number <= tasks_.size() ? &tasks_[number - 1]
                                                 : nullptr;
}

std::int64_t TraceLog::time(const timespec& of_starpu) const {
    return zero_ + nanoseconds(of_starpu);
}

void* TraceLog::see_message(bool sends, int peer, std::int64_t tag,
                            starpu_data_handle_t handle) {
    if (!is_on()) return nullptr;
    const BufferUse use = use_of(handle, sends ? STARPU_R : STARPU_W);
    const std::lock_guard lock{mutex_};
    messages_.push_back(
        {order_++, sends, peer, tag, iteration_, use, machine_nanoseconds()});
    // From 1: null is no token.
    return reinterpret_cast<void*>(std::uintptr_t{generation_} << 32 |
                                   messages_.size());
}

MessageRecord* TraceLog::find_message(void* token) {
    const auto value = reinterpret_cast<std::uintptr_t>(token);
    const auto number = static_cast<std::uint32_t>(value);
    return value >> 32 == generation_ && number > 0 &&
                   number <= messages_.size()
               ? &messages_[number - 1]
               : nullptr;
}

void TraceLog::see_message_task(void* token) {
    const std::lock_guard lock{mutex_};
    if (MessageRecord* const its = find_message(token); its != nullptr)
        its->order = order_++;
}

void TraceLog::see_message_end(void* token) {
    const std::int64_t now = machine_nanoseconds();
    const std::lock_guard lock{mutex_};
    if (MessageRecord* const its = find_message(token); its != nullptr)
        its->done = now;
}

std::vector<TaskRecord> TraceLog::take_tasks() {
    const std::lock_guard lock{mutex_};
    return std::exchange(tasks_, {});
}

std::vector<MessageRecord> TraceLog::take_messages() {
    const std::lock_guard lock{mutex_};
    return std::exchange(messages_, {});
}

TraceIteration::TraceIteration(Context& context, int number)
    : log_{context.session().log} {
    if (log_ != nullptr) log_->set_iteration(number);
}

TraceIteration::~TraceIteration() {
    if (log_ != nullptr) log_->set_iteration(-1);
}

}  // namespace tasuki::runtime

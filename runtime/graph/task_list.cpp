#include "runtime/graph/task_list.hpp"

#include <starpu.h>

#include <algorithm>
#include <utility>

#include "runtime/core/session.hpp"
#include "runtime/graph/list_graph.hpp"

namespace tasuki::runtime::detail {

void TaskList::hold(GraphRun& run) {
    run.hold();
    run_.reset(&run);
}

void TaskList::run_on_cpu(void* buffers[]) {
    starpu_task* const task = starpu_task_get_current();
    const char* const name = std::exchange(task->name, nullptr);
    counts_.resize(segment_->kinds.size());
    std::vector<void*> own;  // of each task, in their order
    for (const auto number : segment_->order)
        for (const auto buffer : segment_->tasks[number].buffers)
            own.push_back(buffers[buffer]);
    for (std::int64_t left = times_; left > 0; --left) {
        void** next = own.data();
        for (const auto number : segment_->order) {
            if (!may_compute()) break;
            const auto& part = segment_->tasks[number];
            task->name = part.kernel->name;  // for profilers and errors
            TaskHeader& header = this->header(part);
            part.kernel->cpu(next, &header);
            next += part.buffers.size();
            PhaseCount& count = counts_[part.kind];
            ++count.on_cpu;
            count.seconds +=
                1e-9 * static_cast<double>(header.end - header.begin);
        }
        if (!may_compute()) break;
        if (loop_ == nullptr) continue;
        ++loop_->begun;
        loop_->goes_on =
            loop_->condition.goes_on(raw_buffer(buffers[loop_->buffer]).data);
        if (!*loop_->goes_on) break;
    }
    task->name = name;
}

#if defined(TASUKI_HAS_GPU)
void TaskList::run_on_gpu(void* buffers[]) {
    if (is_traced()) {
        std::vector<int> gpus;
        for (const auto& task : segment_->tasks) gpus.push_back(task.worker);
        task_times_ = std::make_shared<TaskTimes>(gpus);
    }
    run_graph(*segment_, buffers, arguments_, task_times_.get(), times_,
              loop_.get());
}
#else
void TaskList::run_on_gpu(void*[]) {}
#endif

void TaskList::see_end() {
    if (counts_.empty()) {
        counts_.resize(segment_->kinds.size());
        for (const auto number : segment_->submitted)
            counts_[segment_->tasks[number].kind].on_gpu += times();
    }
    Statistics& statistics = session().statistics;
    for (std::size_t k = 0; k < segment_->kinds.size(); ++k)
        statistics.add(segment_->kinds[k]->name, counts_[k]);
    for (const auto& crossing : crossings_) crossing->end();
    if (run_ == nullptr) return;
    run_->see_runs(times());
    run_.reset();
}

void TaskList::add_times(std::vector<TraceLog::Captured>& all) const {
    if (traced_.empty()) return;
    std::vector<std::int64_t> ends;  // of all tasks, and of copies
    std::size_t next = 0;
    for (std::size_t k = 0; k < segment_->tasks.size(); ++k) {
        const auto& task = segment_->tasks[k];
        // As a task of StarPU would be.
        const int worker =
            task.priority > 0 ? urgent_worker(task.worker) : task.worker;
        TraceLog::Captured times{0, worker, 0, 0, 0};
#if defined(TASUKI_HAS_GPU)
        if (task_times_ != nullptr) {
            times.start = task_times_->begin(k);
            times.end = task_times_->end(k);
        }
#endif
        if (task.kernel != nullptr) {
            times.number = traced_[next++];
            if (times.end == 0) {
                times.start = header(task).begin;
                times.end = header(task).end;
            }
        }
        for (const auto before : task.after)
            times.ready = std::max(times.ready, ends[before]);
        ends.push_back(times.end);
        if (task.kernel != nullptr) all.push_back(times);
    }
}

}  // namespace tasuki::runtime::detail

#include "runtime/core/open_tasks.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include <algorithm>
#include <atomic>

#include "runtime/core/error.hpp"

namespace tasuki::runtime::detail {

namespace {

using State = OpenTask::State;

State state_now(const OpenTask& task) {
    // Its worker may change it now.
    auto& state = const_cast<State&>(task.state);
    return std::atomic_ref{state}.load(std::memory_order_seq_cst);
}

std::string name_of(const OpenTask& task) {
    return task.label.part < 0
               ? task.kernel
               : fmt::format("{} of part {}", task.kernel, task.label.part);
}

/// The first few tasks of a kind, by name, and how many there are.
class Names {
  public:
    void add(const OpenTask& task) {
        constexpr int most = 8;
        if (count_++ < most)
            text_ +=
                fmt::format("{}{}", count_ == 1 ? "" : ", ", name_of(task));
        else if (count_ == most + 1)
            text_ += ", ...";
    }
    std::string text(const char* what) const {
        return count_ == 0 ? ""
                           : fmt::format("{} {} ({})", count_, what, text_);
    }

  private:
    int count_ = 0;
    std::string text_;
};

}  // namespace

void OpenGates::operator()(std::vector<starpu_task*>* gates) const {
    for (starpu_task* const gate : *gates) starpu_task_end_dep_release(gate);
    delete gates;
}

/// A handle of an earlier Context is none of this one.
OpenTasks::OpenTasks() {
    static std::atomic<std::uint64_t> contexts{0};
    last_number_ = ++contexts << 40;
}

Task OpenTasks::add(OpenTask& task) {
    const std::lock_guard lock{mutex_};
    task.before = last_;
    task.after = nullptr;
    (last_ == nullptr ? first_ : last_->after) = &task;
    last_ = &task;
    task.gates = nullptr;
    task.number = ++last_number_;
    if (free_.empty()) {
        task.slot = static_cast<std::uint32_t>(slots_.size());
        slots_.push_back(&task);
    } else {
        task.slot = free_.back();
        free_.pop_back();
        slots_[task.slot] = &task;
    }
    return {task.number, task.slot};
}

Gates OpenTasks::remove(OpenTask& task) {
    const std::lock_guard lock{mutex_};
    (task.before == nullptr ? first_ : task.before->after) = task.after;
    (task.after == nullptr ? last_ : task.after->before) = task.before;
    slots_[task.slot] = nullptr;
    free_.push_back(task.slot);
    return Gates{task.gates};
}

std::uint64_t OpenTasks::next_number() {
    const std::lock_guard lock{mutex_};
    return ++last_number_;
}

OpenTask* OpenTasks::find(const Task& task) const {
    if (task.slot_ >= slots_.size()) return nullptr;
    OpenTask* const found = slots_[task.slot_];
    return found != nullptr && found->number == task.number_ ? found : nullptr;
}

bool OpenTasks::has(const Task& task) const {
    const std::lock_guard lock{mutex_};
    return find(task) != nullptr;
}

starpu_task* OpenTasks::gate_after(std::span<const Task> tasks) {
    if (tasks.empty()) return nullptr;
    if (std::ranges::any_of(tasks, &Task::is_of_graph))
        throw UsageError(
            "a task comes after one of a graph, and is none of that graph: "
            "submit it where the graph is recorded");
    starpu_task* gate = nullptr;
    const std::lock_guard lock{mutex_};
    for (const Task& task : tasks) {
        OpenTask* const open = find(task);
        if (open == nullptr) continue;
        if (gate == nullptr) {
            gate = starpu_task_create();
            gate->name = "gate";
        }
        starpu_task_end_dep_add(gate, 1);
        if (open->gates == nullptr) open->gates = new std::vector<starpu_task*>;
        open->gates->push_back(gate);
    }
    return gate;
}

OpenTasks::Counts OpenTasks::count() const {
    const std::lock_guard lock{mutex_};
    Counts counts;
    for (const OpenTask* task = first_; task != nullptr; task = task->after)
        switch (state_now(*task)) {
            case State::waits:
                ++(task->crosses ? counts.crossing : counts.waiting);
                break;
            case State::on_cpu:
                ++(task->crosses ? counts.crossing_on_cpu : counts.on_cpu);
                break;
            case State::on_gpu:
                ++counts.on_gpu;
                break;
            case State::returned:
                break;
        }
    return counts;
}

std::string OpenTasks::describe() const {
    const std::lock_guard lock{mutex_};
    Names waiting, running;
    for (const OpenTask* task = first_; task != nullptr; task = task->after)
        (state_now(*task) == State::waits ? waiting : running).add(*task);
    const std::string run = running.text("run"), wait = waiting.text("wait");
    return run + (run.empty() || wait.empty() ? "" : ", ") + wait;
}

}  // namespace tasuki::runtime::detail

#include "runtime/core/open_tasks.hpp"

#include <fmt/format.h>

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

void OpenTasks::add(OpenTask& task) {
    const std::lock_guard lock{mutex_};
    task.before = last_;
    task.after = nullptr;
    (last_ == nullptr ? first_ : last_->after) = &task;
    last_ = &task;
}

void OpenTasks::remove(OpenTask& task) {
    const std::lock_guard lock{mutex_};
    (task.before == nullptr ? first_ : task.before->after) = task.after;
    (task.after == nullptr ? last_ : task.after->before) = task.before;
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

#include "runtime/core/task.hpp"

#include <starpu.h>

#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"
#include "runtime/graph/recorder.hpp"

namespace tasuki::runtime {

namespace {

void refuse_of_graph(bool is_of_graph) {
    if (is_of_graph)
        throw UsageError(
            "a task that was recorded runs each time that its graph does: wait "
            "for it by Context::wait(), or for an array that it writes");
}

}  // namespace

bool Task::is_done() const {
    refuse_of_graph(is_of_graph());
    const Session* const here = find_session();
    return here == nullptr || !here->tasks.has(*this);
}

void Task::wait() const {
    detail::refuse_to_record("wait for a task");
    refuse_of_graph(is_of_graph());
    Session* const here = find_session();
    if (here == nullptr) return;
    if (starpu_worker_get_id() >= 0)
        throw UsageError(
            "a task waits for another one, which may need its worker: let it "
            "come after that one (SubmitOptions::after)");
    here->messages.check();
    if (starpu_task* const gate = here->tasks.gate_after({this, 1});
        gate != nullptr) {
        gate->destroy = 0;
        gate->detach = 0;
        runtime::check(starpu_task_submit(gate), "starpu_task_submit");
        runtime::check(starpu_task_wait(gate), "starpu_task_wait");
        starpu_task_destroy(gate);
    }
    here->check();
}

}  // namespace tasuki::runtime

// What a kernel would take on the machine that is simulated.
#include "simulation/timed.hpp"

#include <algorithm>

#include "runtime/core/codelet.hpp"

namespace tasuki::runtime::detail {

KernelRecord timed_record(const KernelRecord& timed) {
    return timed;
}

void submit_timed_call(Session&, const KernelRecord& record,
                       const TimedCall& call, std::span<const Buffer> buffers,
                       const SubmitOptions& options) {
    check_cost(record, options);
    starpu_task* const task =
        make_task(*record.codelet, record.name, 0, options.where, buffers);
    task->flops = options.flops;
    TaskHeader header{};
    header.bytes = options.bytes;
    header.number_bytes = options.number_bytes;
    const auto worker = static_cast<unsigned>(options.worker);
    const double seconds = model_seconds(
        task, &header,
        *starpu_worker_get_perf_archtype(worker, STARPU_NMAX_SCHED_CTXS));
    task->destroy = 0;
    starpu_task_destroy(task);
    std::fill_n(call.timing.seconds, call.timing.repetitions, seconds);
}

}  // namespace tasuki::runtime::detail

#include "runtime/graph/only_worker.hpp"

#include <starpu.h>

#include <algorithm>

#include "runtime/core/placement.hpp"
#include "runtime/graph/recording.hpp"

namespace tasuki::runtime::detail {

namespace {

/// The CPU worker if there is one only, and likewise of GPUs.
/// @param near  as in SubmitOptions, which our policy follows
int only(const Session& session, Where where, int near) {
    if (where == Where::gpu && session.searches && near >= 0 &&
        is_gpu_worker(near))
        return first_worker(near);
    if (where == Where::cpu)
        return starpu_cpu_worker_get_count() == 1
                   ? starpu_worker_get_by_type(STARPU_CPU_WORKER, 0)
                   : kAnyWorker;
    return session.gpu_workers.size() == 1 ? session.gpu_workers.front()
                                           : kAnyWorker;
}

/// Of two kinds of workers, those that a task can run on.
Where where_of(const Session& session, const KernelRecord& kernel,
               const SubmitOptions& options) {
    const Where where = placed(session.placements, kernel, options.where);
    if (where != Where::any) return where;
    if (kernel.gpu == nullptr || session.gpu_workers.empty()) return Where::cpu;
    if (kernel.cpu == nullptr || starpu_cpu_worker_get_count() == 0)
        return Where::gpu;
    return Where::any;
}

/// Their order in a list is that of the submissions, so it can have them.
bool is_simple(Access access) {
    return access == Access::read || access == Access::write ||
           access == Access::update;
}

}  // namespace

bool may_be_listed(const Submission& s, int only) {
    return only != kAnyWorker && !s.options.when_done && !s.kernel.blocks &&
           std::ranges::all_of(s.buffers, is_simple, &Buffer::access) &&
           (s.kernel.captures || !is_gpu_worker(only));
}

int only_worker(const Session& session, const Submission& s) {
    if (s.options.worker >= 0) return s.options.worker;
    const Where where = where_of(session, s.kernel, s.options);
    return where == Where::any ? kAnyWorker
                               : only(session, where, s.options.near);
}

bool can_move(const Session& session, const Submission& s) {
    if (s.options.worker >= 0 ||
        where_of(session, s.kernel, s.options) != Where::any)
        return false;
    std::size_t bytes = 0;
    for (const Buffer& buffer : s.buffers)
        bytes += starpu_data_get_size(buffer.handle);
    return bytes <= session.gpu_memory;
}

bool is_for_any_gpu(const Session& session, const KernelRecord& kernel,
                    const SubmitOptions& options) {
    return options.worker < 0 &&
           where_of(session, kernel, options) == Where::gpu;
}

}  // namespace tasuki::runtime::detail

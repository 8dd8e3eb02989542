// Kernels and tasks as StarPU has them.  For runtime/ alone.
#pragma once

#include <starpu.h>

#include <cstdint>
#include <initializer_list>
#include <string>

#include "runtime/core/submit.hpp"

namespace tasuki::runtime {

namespace detail {

class Codelet {
  public:
    Codelet(const char* name, const std::string& model, Entry cpu, Entry gpu);
    Codelet(const Codelet&) = delete;  // codelet_ points at model_
    Codelet& operator=(const Codelet&) = delete;
    starpu_codelet* raw() { return &codelet_; }
    /// Says what every task does with its arrays, which otherwise each task
    /// says; StarPU wants it of the two kernels of a reduction.
    void fix_buffers(std::initializer_list<Access> accesses);

  private:
    starpu_codelet codelet_{};
    starpu_perfmodel model_{};
};

/// SubmitOptions::variant of a task of ours; 0 for those of StarPU itself.
std::uint32_t variant_of(const starpu_task& task);

}  // namespace detail

/// Keeps performance models measured with another number of CPUs per worker
/// apart.  Called by Context.
void set_machine_variant(std::uint32_t variant);

/// The worker on the GPU of worker `id` that takes tasks of priority above 0;
/// `id` itself where it is the only one.  The first is called by Context.
void set_urgent_worker(int id, int urgent);
int urgent_worker(int id);

/// Bytes that a task may need on a GPU; 0 where there is none.  Called by
/// Context.
void set_gpu_memory(std::size_t bytes);

/// Work of a policy on a task before it is submitted, while nothing waits for
/// it; `task->sched_data` is the policy's.
/// @param task  with its arrays; not for one worker only
/// @param near  as in SubmitOptions
using Preparation = void (*)(starpu_task& task, int near);

/// Set by Context for the policy of the run; null for none.
void set_preparation(Preparation prepare);

/// The same as StarPU's mask of kinds of workers.
std::int32_t where_mask(Where where);

/// Makes `entry` the GPU implementation of a codelet: it queues work on
/// worker_stream() and returns.  Does nothing in a build without GPUs.
void set_gpu_entry(starpu_codelet& codelet, detail::Entry entry);

bool has_gpu_entry(const starpu_codelet& codelet);

}  // namespace tasuki::runtime

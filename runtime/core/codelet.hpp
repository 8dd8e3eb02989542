// Kernels and tasks as StarPU has them.  For runtime/ alone.
#pragma once

#include <starpu.h>

#include <cstdint>
#include <initializer_list>
#include <span>
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
    /// Says in which memory its tasks have their arrays, which is otherwise
    /// that of their worker.
    /// @param nodes  outlive it
    void place_buffers(std::span<const int> nodes);

  private:
    starpu_codelet codelet_{};
    starpu_perfmodel model_{};
};

/// A task that is not submitted yet.
/// @param priority  brought into the range of the policy
starpu_task* make_task(Codelet& codelet, const char* name, int priority,
                       Where where, std::span<const Buffer> buffers);

/// Of a task of ours; null for those of StarPU itself.
TaskHeader* header_of(const starpu_task& task);

/// SubmitOptions::variant of a task of ours; 0 for those of StarPU itself.
std::uint32_t variant_of(const starpu_task& task);

/// Says how long StarPU expects tasks to take.
/// @param name  of the model; empty: the kernel's times are not kept
/// @return      whether the codelet has it
bool set_model(starpu_perfmodel& model, const std::string& name);

/// Whether the model knows what the task takes; else nothing, or in a build
/// that simulates:
/// @throws UnavailableError  names the kernel
void check_cost(const KernelRecord& kernel, const SubmitOptions& options);

/// What a task takes on a worker of this kind, in a build that simulates [s].
/// @param header  null for StarPU's own tasks
double model_seconds(starpu_task* task, const TaskHeader* header,
                     const starpu_perfmodel_arch& arch);

/// When the kernel of a task that has ended ran, unless it did so itself.
void note_times(const starpu_task& task, TaskHeader& header);

}  // namespace detail

/// The same as StarPU's mask of kinds of workers.
std::int32_t where_mask(Where where);

/// Makes `entry` the GPU implementation of a codelet: it queues work on
/// worker_stream() and returns.  Does nothing in a build without GPUs.
void set_gpu_entry(starpu_codelet& codelet, detail::Entry entry);

}  // namespace tasuki::runtime

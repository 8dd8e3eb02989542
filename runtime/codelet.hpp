// Declaration of codelets and typed submission of tasks.
#pragma once

#include <starpu.h>

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/gpu.hpp"
#include "runtime/handle.hpp"
#include "runtime/profiler_range.hpp"
#include "runtime/trace_label.hpp"

namespace tasuki::runtime {

/// The function that StarPU calls on a worker.  It never throws: arguments are
/// checked at submission, and a device error ends the process with its message.
using Entry = void (*)(void* buffers[], void* args);

struct CodeletSpec {
    const char* name;   ///< the phase, in reports and traces
    const char* model;  ///< symbol of the performance model; null for none
    std::vector<Access> access;  ///< one per buffer, in submission order
    /// Behind them: buffers of a list, these for each of its members.
    std::vector<Access> access_each{};
    Entry cpu = nullptr;
    Entry gpu = nullptr;  ///< CUDA or HIP, whichever the build has
};

/// One kind of task; its name is the phase that reports and traces show.
class Codelet {
  public:
    explicit Codelet(const CodeletSpec& spec);
    Codelet(const Codelet&) = delete;  // codelet_ points at model_
    Codelet& operator=(const Codelet&) = delete;

    const CodeletSpec& spec() const { return spec_; }
    starpu_codelet* raw() { return &codelet_; }

  private:
    CodeletSpec spec_;
    starpu_codelet codelet_{};
    starpu_perfmodel model_{};
};

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

/// Where a task may run; the policy decides within that.
enum class Where : std::uint8_t { any, cpu, gpu };

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
void set_gpu_entry(starpu_codelet& codelet, Entry entry);

bool has_gpu_entry(const starpu_codelet& codelet);

struct SubmitOptions {
    int priority = 0;  ///< higher goes first; see priorities of the graph
    Where where = Where::any;
    /// One worker only, by its number; of a GPU that has several, the one for
    /// tasks of this priority.
    int worker = -1;
    /// The worker that keeps most of the arrays: policies that do not measure
    /// transfers (`feedback`) take it if they choose its kind.
    int near = -1;
    double flops = 0;  ///< [flop], for StarPU's own statistics
    /// Distinguishes performance models of tasks whose buffers have equal
    /// sizes but whose work differs.
    std::uint32_t variant = 0;
    TraceLabel label{};  ///< what a trace shows of it
};

/// Arrays that a task takes beside those named one by one.
class ArrayList {
  public:
    template <class T>
    void add(const Array<T>& array) {
        raw_.push_back(array.raw());
    }
    std::span<const starpu_data_handle_t> raw() const { return raw_; }

  private:
    std::vector<starpu_data_handle_t> raw_;
};

namespace detail {
template <class T>
void append(std::vector<starpu_data_handle_t>& all, const Array<T>& array) {
    all.push_back(array.raw());
}
inline void append(std::vector<starpu_data_handle_t>& all,
                   const ArrayList& list) {
    all.insert(all.end(), list.raw().begin(), list.raw().end());
}
void submit_raw(Codelet& codelet, const void* args, std::size_t size,
                std::span<const starpu_data_handle_t> handles,
                const SubmitOptions& options);
}  // namespace detail

/// Submits one task; returns at once.  `args` is copied; `arrays`, some of them
/// lists, match CodeletSpec::access one for one, then access_each.
/// @throws UsageError        wrong number of arrays
/// @throws UnavailableError  no worker can run it, or its arrays are larger
///                           than the memory of any GPU that could
template <class Args, class... Arrays>
requires std::is_trivially_copyable_v<Args>
void submit(Codelet& codelet, const Args& args, const SubmitOptions& options,
            const Arrays&... arrays) {
    std::vector<starpu_data_handle_t> all;
    (detail::append(all, arrays), ...);
    detail::submit_raw(codelet, &args, sizeof(Args), all, options);
}

/// The i-th buffer of a running task.
template <class T>
T* buffer(void* buffers[], int i) {
    return reinterpret_cast<T*>(STARPU_VECTOR_GET_PTR(buffers[i]));
}

#if defined(TASUKI_HAS_GPU)
/// The stream of the GPU worker that calls; tasks on it run in order.
gpu::Stream worker_stream();

/// The stream on which the running task queues its kernels.  If its priority is
/// above 0, kernels of this stream start before those that wait on others;
/// StarPU's own streams have no such priority.  The worker's stream then waits
/// for this one, and so does StarPU.
class TaskStream {
  public:
    TaskStream();
    ~TaskStream();
    TaskStream(const TaskStream&) = delete;
    TaskStream& operator=(const TaskStream&) = delete;
    gpu::Stream get() const { return stream_; }

  private:
    gpu::Stream worker_, stream_;
};
#endif
/// Frees the streams and events of TaskStream.  Called by Context.
void release_task_streams();

namespace detail {

/// A buffer as a pointer of the type of its field.
struct AnyBuffer {
    std::uintptr_t address;
    template <class T>
    operator T*() const {
        return reinterpret_cast<T*>(address);
    }
};

/// Buffers of the task that runs.
int buffer_count();

/// The buffers of a running task as Fields: pointers and nothing else, in
/// submission order; null behind the last buffer of a list.
template <class Fields>
Fields fields_from(void* buffers[]) {
    constexpr std::size_t n = sizeof(Fields) / sizeof(void*);
    const auto count = static_cast<std::size_t>(buffer_count());
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
        return Fields{
            AnyBuffer{i < count ? STARPU_VECTOR_GET_PTR(buffers[i]) : 0}...};
    }
    (std::make_index_sequence<n>{});
}

}  // namespace detail

/// Entry of a codelet that calls kRun(args, fields).
template <class Args, class Fields, auto kRun>
void cpu_entry(void* buffers[], void* args) {
    const ProfilerRange range;
    kRun(*static_cast<const Args*>(args), detail::fields_from<Fields>(buffers));
}

#if defined(TASUKI_HAS_GPU)
/// Entry of a codelet that calls kRun(args, fields, stream).
template <class Args, class Fields, auto kRun>
void gpu_entry(void* buffers[], void* args) {
    const ProfilerRange range;
    const TaskStream stream;
    kRun(*static_cast<const Args*>(args), detail::fields_from<Fields>(buffers),
         stream.get());
}
#else
template <class Args, class Fields, auto kRun>
inline constexpr Entry gpu_entry = nullptr;
#endif

}  // namespace tasuki::runtime

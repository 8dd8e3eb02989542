// Kernels: types whose signature says which arrays a task takes, in which order
// and what it does with them.
//
//   struct Axpy {                                     // y += a x
//       static constexpr auto name = "axpy";
//       struct Args { float a; };
//       static void cpu(const Args&, Update<float> y, Read<float> x);
//       static void gpu(const Args&, Update<float> y, Read<float> x,
//                       gpu::Stream);
//   };
//   submit<Axpy>(runtime, {.a = 2}, y, x);            // submit.hpp
//
// `cpu` computes with the threads of its worker (team.hpp); `gpu` queues work
// on the stream, in memory of the current device, and returns: it does not wait
// for the device, and what it queues may be captured and run again (graph/),
// so what that needs of the arguments is in it by value.  One of them may be
// left out. Both may throw, and a call of the toolkit may fail: the Context
// then has failed, and says so to its caller by TaskFailed (context.hpp). Where
// arrays are many, an aggregate of views can stand for several parameters.
//
// A kernel may also have
//   static std::string model();   // name of its performance model; empty: none
// Without it the model is named after the type.  `struct K : WithoutModel` has
// none.  And
//   static constexpr bool captures = false;
// where its `gpu` waits for the device, allocates memory there, or calls a
// library that does: no graph can have that.  And
//   static constexpr bool blocks = true;
// where its `cpu` waits for a file or a socket: it then runs on a thread of its
// own, and takes no CPU from the others.  And
//   static constexpr bool needs_flops = true;
// where it takes longer than the traffic of its arrays: a simulation refuses
// tasks of it that do not say their SubmitOptions::flops.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <typeinfo>

#include "runtime/core/blocking.hpp"
#include "runtime/core/clock.hpp"
#include "runtime/core/crossing.hpp"
#include "runtime/core/open_task.hpp"
#include "runtime/core/profiler_range.hpp"
#include "runtime/core/signature.hpp"
#include "runtime/core/task_stream.hpp"
#include "runtime/gpu/gpu.hpp"
#if defined(TASUKI_IMITATED_GPU)
#include TASUKI_IMITATED_GPU  // tests/imitated/queue.hpp
#endif

struct starpu_task;

namespace tasuki::runtime {

namespace detail {

template <class K>
inline constexpr bool kHasCpu = requires {
    &K::cpu;
};
template <class K>
inline constexpr bool kHasGpu = requires {
    &K::gpu;
};

/// Whether K names a cpu or a gpu, of whatever kind: that of the base would
/// otherwise be found.
struct CpuName {
    int cpu;
};
struct GpuName {
    int gpu;
};
template <class K, class Name>
struct Named : K, Name {};
template <class K>
inline constexpr bool kNamesCpu = !requires {
    &Named<K, CpuName>::cpu;
};
template <class K>
inline constexpr bool kNamesGpu = !requires {
    &Named<K, GpuName>::gpu;
};
template <class K>
constexpr bool names_what_it_has() {
    if constexpr (std::is_final_v<K>)
        return true;  // it cannot be asked
    else
        return kNamesCpu<K> == kHasCpu<K> && kNamesGpu<K> == kHasGpu<K>;
}

template <class K>
struct Contract {
    static auto of_cpu() {
        if constexpr (kHasCpu<K>) return Function<decltype(&K::cpu)>{};
    }
    static auto of_gpu() {
        if constexpr (kHasGpu<K>) return Function<decltype(&K::gpu)>{};
    }
    template <class F>
    using WithoutItsStream =
        typename WithoutStream<typename F::Parameters>::type;

    static auto parameters() {
        if constexpr (kHasCpu<K>)
            return typename decltype(of_cpu())::Parameters{};
        else
            return WithoutItsStream<decltype(of_gpu())>{};
    }
    using Parameters = decltype(parameters());

    static constexpr bool takes_its_args() {
        using Args = typename K::Args;
        if constexpr (kHasCpu<K>)
            if (!std::is_same_v<typename decltype(of_cpu())::Args, Args>)
                return false;
        if constexpr (kHasGpu<K>)
            if (!std::is_same_v<typename decltype(of_gpu())::Args, Args>)
                return false;
        return true;
    }
    static constexpr bool agrees() {
        if constexpr (kHasGpu<K>) {
            using OnGpu = WithoutItsStream<decltype(of_gpu())>;
            return std::is_same_v<Parameters, OnGpu> &&
                   !std::is_same_v<OnGpu, NoStream>;
        }
        return true;
    }

    static_assert(kHasCpu<K> || kHasGpu<K>,
                  "a kernel has a function cpu() or gpu()");
    static_assert(names_what_it_has<K>(),
                  "cpu() and gpu() are neither overloaded nor templates");
    static_assert(takes_its_args(),
                  "cpu() and gpu() are static, return void and take "
                  "`const Args&` of the kernel first");
    static_assert(agrees(),
                  "gpu() takes what cpu() takes, and a gpu::Stream at the end");
    using Slots = decltype(slots_of(Parameters{}));
};

/// Lists that the signature of a kernel may have.
inline constexpr int kMostLists = 4;

class Observation;

/// Before the arguments of every task.  Aligned as a type: where a member alone
/// is aligned and ends in the middle, clear_gaps() of GCC 12 clears what
/// follows it too.
struct alignas(16) TaskHeader {
    std::uint32_t variant;
    std::uint32_t submission;           ///< of the observation
    double bytes;                       ///< as SubmitOptions has it
    std::size_t number_bytes;           ///< the same
    std::uint16_t members[kMostLists];  ///< of each list
    /// When the worker called the kernel's function, and when that returned,
    /// in machine_nanoseconds().  A GPU's returns before its work is done, so
    /// `end` stays 0 there.
    std::int64_t begin, end;
    /// One more than the worker that got it, of a task that blocks; else 0.
    std::int32_t beside;
    Observation* observation;  ///< that the task holds; null for none
    OpenTask open;             ///< while it is submitted by itself
};

/// Whether tasks may still use their arrays: not after a failure, nor after an
/// exception has left arrays with open messages, whose memory may be gone.
bool may_compute() noexcept;

/// The one that runs; null: none of this thread.
starpu_task* running_task() noexcept;
/// What the task was to write is lost.
void lose_arrays(const starpu_task* task) noexcept;
/// The exception that is handled now has left a kernel: the Context fails.
/// @param packed  of the task; null for StarPU's own tasks
void fail_task(const char* kernel, const void* packed,
               const starpu_task* task) noexcept;

/// Calls work(), the function of a kernel, unless the Context has failed.
template <class Work>
void attempt(const char* kernel, const void* packed, const Work& work,
             const starpu_task* task = running_task()) {
    if (!may_compute()) return lose_arrays(task);
    try {
        work();
    } catch (...) {
        fail_task(kernel, packed, task);
    }
}

/// Notes in the header when a kernel's function begins, and when it ends.
/// StarPU's profile would say it too, but costs a microsecond per task.
class BusyTime {
  public:
    enum class End { noted, later };
    /// @param packed  begins with the TaskHeader; null for StarPU's own tasks
    BusyTime(void* packed, End end)
        : header_{static_cast<TaskHeader*>(packed)}, end_{end} {
        if (header_ == nullptr) return;
        header_->begin = machine_nanoseconds();
        header_->open.set_state(end_ == End::noted ? OpenTask::State::on_cpu
                                                   : OpenTask::State::on_gpu);
    }
    ~BusyTime() {
        if (header_ == nullptr || end_ != End::noted) return;
        header_->end = machine_nanoseconds();
        header_->open.set_state(OpenTask::State::returned);
    }
    BusyTime(const BusyTime&) = delete;
    BusyTime& operator=(const BusyTime&) = delete;

  private:
    TaskHeader* header_;
    End end_;
};

/// Largest alignment of the arguments of a task: a cache line [B].
inline constexpr std::size_t kMostAlignment = 64;

template <class K>
struct Packed {
    static_assert(alignof(typename K::Args) <= kMostAlignment,
                  "Args of a kernel are aligned to 64 bytes at most");
    TaskHeader header;
    typename K::Args args;
};

/// Zeroes the bytes between the members, so that equal arguments are equal
/// bytes, where the compiler can.
template <class T>
void clear_gaps([[maybe_unused]] T& value) {
#if defined(__has_builtin) && !defined(TASUKI_GPU_CODE)
#if __has_builtin(__builtin_clear_padding)
    __builtin_clear_padding(&value);
#endif
#endif
}

/// What StarPU calls on a worker.
using Entry = void (*)(void* buffers[], void* packed);

struct RawBuffer {
    void* data;
    std::size_t size;  ///< elements, or rows
    std::size_t columns, leading;
    bool operator==(const RawBuffer&) const = default;
};
RawBuffer raw_buffer(void* buffer);

/// Hands the buffers of a task out in the order of the signature.
class BufferReader {
  public:
    BufferReader(void** buffers, const std::uint16_t* members)
        : next_{buffers}, members_{members} {}

    template <class T, Access kAccess>
    void read(View<T, kAccess>& view) {
        const RawBuffer b = raw_buffer(*next_++);
        view = {static_cast<T*>(b.data), b.size};
    }
    template <class T, Access kAccess>
    void read(MatrixView<T, kAccess>& view) {
        const RawBuffer b = raw_buffer(*next_++);
        view = {static_cast<T*>(b.data), b.size, b.columns, b.leading};
    }
    template <class V, int kMost>
    void read(Each<V, kMost>& list) {
        for (int n = *members_++; n > 0; --n) {
            V member;
            read(member);
            list.add(member);
        }
    }
    template <class Fields>
    void read(Fields& fields) {
        std::apply([this](auto&... member) { (read(member), ...); },
                   members(fields));
    }

  private:
    void** next_;
    const std::uint16_t* members_;
};

template <class K, class Call, class... P>
void call_with(void* buffers[], const TaskHeader& header, const Call& call,
               TypeList<P...>) {
    std::tuple<P...> parameters;
    BufferReader reader{buffers, header.members};
    std::apply([&](P&... p) { (reader.read(p), ...); }, parameters);
    std::apply(call, parameters);
}

/// Calls `call` with the arguments of the task and what its arrays are.
template <class K, class Call>
void call_kernel(void* buffers[], void* packed, const Call& call) {
    const auto run = [&](const Packed<K>& task) {
        call_with<K>(
            buffers, task.header,
            [&](const auto&... views) { call(task.args, views...); },
            typename Contract<K>::Parameters{});
    };
    if (packed != nullptr)
        run(*static_cast<const Packed<K>*>(packed));
    else if constexpr (std::is_empty_v<typename K::Args>)
        run({});  // StarPU's own task of a reduction
}

template <class K>
constexpr bool blocks() {
    if constexpr (requires { K::blocks; })
        return K::blocks;
    else
        return false;
}

template <class K>
void cpu_entry(void* buffers[], void* packed) {
    const auto call = [=] {
        call_kernel<K>(buffers, packed,
                       [](const auto&... all) { K::cpu(all...); });
    };
    if constexpr (blocks<K>()) {
        const BusyTime busy{packed, BusyTime::End::later};
        attempt(K::name, packed, [=, task = running_task()] {
            run_beside(*static_cast<TaskHeader*>(packed),
                       [=] { attempt(K::name, packed, call, task); });
        });
    } else {
        const BusyTime busy{packed, BusyTime::End::noted};
        attempt(K::name, packed, [=] {
            const ProfilerRange range;
            call();
        });
    }
}

/// For a GPU worker in a build without code for GPUs. None calls it: there is
/// no GPU, or it is simulated.
void entry_without_code(void* buffers[], void* packed);

#if defined(TASUKI_HAS_GPU)
template <class K>
void gpu_entry(void* buffers[], void* packed) {
    const BusyTime busy{packed, BusyTime::End::later};
    attempt(K::name, packed, [=] {
        const ProfilerRange range;
        TaskStream stream;
        call_kernel<K>(buffers, packed, [&](const auto&... all) {
#if defined(TASUKI_IMITATED_GPU)
            if constexpr (kHasCpu<K>)
                test::queue_on_host(stream.get(), [=] { K::cpu(all...); });
            else
#endif
                K::gpu(all..., stream.get());
        });
        stream.end();
    });
}
#endif

template <class K>
constexpr Entry entry_on_cpu() {
    if constexpr (kHasCpu<K>)
        return cpu_entry<K>;
    else
        return nullptr;
}

template <class K>
constexpr Entry entry_on_gpu() {
    if constexpr (kHasGpu<K>)
#if defined(TASUKI_HAS_GPU)
        return gpu_entry<K>;
#else
        return entry_without_code;
#endif
    else
        return nullptr;
}

/// What StarPU knows of a kernel.  Never destroyed: StarPU may look at it until
/// the process ends.
class Codelet;

/// What a kernel says of itself, beside its functions.
struct KernelTraits {
    bool captures;          ///< whether graphs of GPUs can have it
    std::size_t alignment;  ///< of the header and the arguments [B]
    /// That its tasks can count in the first array.
    std::size_t most_elements = std::numeric_limits<std::size_t>::max();
    Crosses crosses = Crosses::nothing;
    bool needs_flops = false;  ///< to be simulated
    bool blocks = false;       ///< on a thread of its own
};

struct KernelRecord : KernelTraits {
    const char* name;
    Entry cpu, gpu;  ///< null for none
    Codelet* codelet;
};

/// @param model  empty for none
KernelRecord make_record(const char* name, const std::string& model, Entry cpu,
                         Entry gpu, const KernelTraits& traits);

/// NAME_HASH
std::string model_of_type(const char* name, const std::type_info& type);

template <class K>
std::string model_of() {
    if constexpr (requires { K::model(); })
        return K::model();
    else
        return model_of_type(K::name, typeid(K));
}

template <class K>
constexpr bool captures() {
    if constexpr (requires { K::captures; })
        return K::captures;
    else
        return true;
}

template <class K>
constexpr bool needs_flops() {
    if constexpr (requires { K::needs_flops; })
        return K::needs_flops;
    else
        return false;
}

template <class K>
constexpr Crosses crosses() {
    if constexpr (requires { K::crosses; })
        return K::crosses;
    else
        return Crosses::nothing;
}

template <class K>
constexpr std::size_t most_elements() {
    if constexpr (requires { K::most_elements(); })
        return K::most_elements();
    else
        return std::numeric_limits<std::size_t>::max();
}

template <class K>
const KernelRecord& record() {
    static const KernelRecord the_record = make_record(
        K::name, model_of<K>(), entry_on_cpu<K>(), entry_on_gpu<K>(),
        {captures<K>(), alignof(Packed<K>), most_elements<K>(), crosses<K>(),
         needs_flops<K>(), blocks<K>()});
    return the_record;
}

}  // namespace detail

/// Has `name`, `Args` and `cpu`, `gpu` or both; what else is wrong with it the
/// compiler says where it is used.
template <class K>
concept Kernel = requires {
    { K::name } -> std::convertible_to<const char*>;
    requires std::is_trivially_copyable_v<typename K::Args>;
    requires detail::kHasCpu<K> || detail::kHasGpu<K>;
};

}  // namespace tasuki::runtime

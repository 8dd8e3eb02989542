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

#include "runtime/core/crossing.hpp"
#include "runtime/core/profiler_range.hpp"
#include "runtime/core/signature.hpp"
#include "runtime/core/task_header.hpp"
#include "runtime/core/task_stream.hpp"
#include "runtime/gpu/gpu.hpp"
#if defined(TASUKI_IMITATED_GPU)
#include TASUKI_IMITATED_GPU  // tests/imitated/queue.hpp
#endif

struct starpu_task;

namespace tasuki::runtime {

namespace detail {

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
    else if constexpr (std::is_empty_v<typename K::Args> &&
                       std::is_default_constructible_v<typename K::Args>)
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
const char* name_of_kernel(const void* packed) {
    if constexpr (requires { K::name; })
        return K::name;
    else
        return static_cast<const TaskHeader*>(packed)->open.kernel;
}

template <class K>
void cpu_entry(void* buffers[], void* packed) {
    const auto call = [=] {
        call_kernel<K>(buffers, packed,
                       [](const auto&... all) { K::cpu(all...); });
    };
    if constexpr (blocks<K>()) {
        const BusyTime busy{packed, BusyTime::End::later};
        attempt(name_of_kernel<K>(packed), packed, [=, task = running_task()] {
            run_beside(*static_cast<TaskHeader*>(packed), [=] {
                attempt(name_of_kernel<K>(packed), packed, call, task);
            });
        });
    } else {
        const BusyTime busy{packed, BusyTime::End::noted};
        attempt(name_of_kernel<K>(packed), packed, [=] {
            const ProfilerRange range{name_of_kernel<K>(packed)};
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
    attempt(name_of_kernel<K>(packed), packed, [=] {
        const ProfilerRange range{name_of_kernel<K>(packed)};
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

// Common names for CUDA and HIP.  Names that differ between toolkits are in
// cuda.hpp and hip.hpp.  Only this header, code.hpp, and sources that are named
// for a toolkit test for it.
#pragma once

#include "runtime/gpu/code.hpp"

#if defined(TASUKI_CUDA)
#include "runtime/gpu/cuda.hpp"
/// Defined in a build with a GPU toolkit.
#define TASUKI_HAS_GPU 1
#elif defined(TASUKI_HIP)
#include "runtime/gpu/hip.hpp"
#define TASUKI_HAS_GPU 1
#endif

#if !defined(TASUKI_HAS_GPU)

namespace tasuki::gpu {
using Stream = void*;  ///< so that GPU functions can be declared
}

#else

#include <cstddef>
#include <exception>
#include <limits>
#include <string>
#include <type_traits>

#include "runtime/core/error.hpp"
#include "runtime/core/first_failure.hpp"

namespace tasuki::gpu {

using Stream = TASUKI_GPU_API(Stream_t);  ///< runs its work in order
using Event = TASUKI_GPU_API(Event_t);    ///< a moment on a stream
using Status = TASUKI_GPU_API(Error_t);   ///< what calls of the toolkit return

using Graph = TASUKI_GPU_API(Graph_t);  ///< work, and what comes after what
using GraphNode = TASUKI_GPU_API(GraphNode_t);        ///< a piece of it
using ExecutableGraph = TASUKI_GPU_API(GraphExec_t);  ///< that can be launched

/// The toolkit's own words, which are never freed.
inline const char* describe(Status status) {
    return TASUKI_GPU_API(GetErrorString)(status);
}

/// @param call  what was asked for, for the message
/// @throws DeviceError  `status` is not success
inline void check(Status status, const char* call) {
    if (status == TASUKI_GPU_API(Success)) return;
    static_cast<void>(TASUKI_GPU_API(GetLastError)());
    throw runtime::DeviceError(call, describe(status));
}

/// As check(), for destructors: they do not throw, and the Context fails.
inline void check_release(Status status, const char* call) noexcept {
    try {
        check(status, call);
    } catch (const runtime::DeviceError&) {
        runtime::note_failure(std::current_exception());
    }
}

/// The one on which calls of this thread work, as the toolkit counts.
inline int current_device() {
    int device = 0;
    check(TASUKI_GPU_API(GetDevice)(&device), "current device");
    return device;
}
/// For example "NVIDIA H200".
/// @throws DeviceError  the toolkit cannot say it
inline std::string device_name(int device) {
    Properties properties;
    check(TASUKI_GPU_API(GetDeviceProperties)(&properties, device),
          "device properties");
    return properties.name;
}

/// Nodes of a graph, which may still grow.
inline std::size_t count_nodes(Graph graph) noexcept {
    std::size_t count = 0;
    check(TASUKI_GPU_API(GraphGetNodes)(graph, nullptr, &count),
          "nodes of a graph");
    return count;
}

/// Lets a kernel of an executable graph be, in its next launches, what another
/// node is.
/// @param node  of the graph that `graph` was made of
/// @return  false: one is no kernel, or the toolkit cannot do that
inline bool update_kernel(ExecutableGraph graph, GraphNode node,
                          GraphNode other) noexcept {
    TASUKI_GPU_API(KernelNodeParams) its{};
    if (TASUKI_GPU_API(GraphKernelNodeGetParams)(other, &its) ==
            TASUKI_GPU_API(Success) &&
        TASUKI_GPU_API(GraphExecKernelNodeSetParams)(graph, node, &its) ==
            TASUKI_GPU_API(Success))
        return true;
    static_cast<void>(TASUKI_GPU_API(GetLastError)());
    return false;
}

/// The graph that a stream is captured into, and what its next work comes
/// after there: valid until it has more.
struct Captured {
    Graph graph = nullptr;            ///< of the capture
    const GraphNode* ends = nullptr;  ///< (count)
    std::size_t count = 0;            ///< of `ends`
};
/// Of a stream that is captured.
inline Status captured(Stream stream, Captured& its) noexcept {
    TASUKI_GPU_API(StreamCaptureStatus) status{};
    return TASUKI_GPU_CAPTURE_INFO(stream, &status, nullptr, &its.graph,
                                   &its.ends, TASUKI_GPU_NO_EDGES & its.count);
}
/// What a captured stream does next comes after these nodes, and no others.
inline Status capture_after(Stream stream, GraphNode* nodes,
                            std::size_t count) noexcept {
    return TASUKI_GPU_API(StreamUpdateCaptureDependencies)(
        stream, nodes, TASUKI_GPU_NO_EDGES count,
        TASUKI_GPU_API(StreamSetCaptureDependencies));
}

/// A loop within a graph, as its kernels know it.
using LoopHandle = unsigned long long;

/// Copies `bytes` inside the memory of one device.
inline void copy_async(void* to, const void* from, std::size_t bytes,
                       Stream stream) {
    check(TASUKI_GPU_API(MemcpyAsync)(
              to, from, bytes, TASUKI_GPU_API(MemcpyDeviceToDevice), stream),
          "device copy");
}

/// The same from any memory to any other.
inline void copy_anywhere_async(void* to, const void* from, std::size_t bytes,
                                Stream stream) {
    check(TASUKI_GPU_API(MemcpyAsync)(to, from, bytes,
                                      TASUKI_GPU_API(MemcpyDefault), stream),
          "copy");
}

/// Host memory that the copy engines of all devices reach; starts on a page.
inline void* allocate_pinned(std::size_t bytes) {
    void* memory = nullptr;
    check(TASUKI_GPU_ALLOCATE_PINNED(&memory, bytes, kPinnedForAll),
          "allocate pinned memory");
    return memory;
}
/// @param memory  of allocate_pinned(), which no stream uses any more
inline void free_pinned(void* memory) noexcept {
    check_release(TASUKI_GPU_FREE_PINNED(memory), "free pinned memory");
}

/// Time on a stream, between two events.
class Stopwatch {
  public:
    Stopwatch() {
        check(TASUKI_GPU_API(EventCreate)(&start_), "create event");
        check(TASUKI_GPU_API(EventCreate)(&stop_), "create event");
    }
    ~Stopwatch() {
        check_release(TASUKI_GPU_API(EventDestroy)(start_), "destroy event");
        check_release(TASUKI_GPU_API(EventDestroy)(stop_), "destroy event");
    }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

    /// Queues the beginning, and returns.
    void start(Stream stream) {
        check(TASUKI_GPU_API(EventRecord)(start_, stream), "record event");
    }
    /// Waits.  @return seconds since start()
    double stop(Stream stream) {
        check(TASUKI_GPU_API(EventRecord)(stop_, stream), "record event");
        check(TASUKI_GPU_API(EventSynchronize)(stop_), "wait for an event");
        float ms = 0;
        check(TASUKI_GPU_API(EventElapsedTime)(&ms, start_, stop_),
              "time between events");
        return 1e-3 * ms;
    }

  private:
    Event start_, stop_;
};

}  // namespace tasuki::gpu

#if defined(TASUKI_GPU_CODE)
// The compiler decides: HIP on NVIDIA is compiled by CUDA's.
#if defined(__CUDACC__)
/// A shuffle of the 32 lanes, of which those in the mask call: of the kind
/// _xor, _up, _down or, with nothing, from one lane.
#define TASUKI_SHUFFLE(kind, mask, ...) \
    __shfl##kind##_sync(mask, __VA_ARGS__, 32)
/// See sync_lanes().
#define TASUKI_SYNC_LANES() __syncwarp()
#else
#define TASUKI_SHUFFLE(kind, mask, ...) __shfl##kind(__VA_ARGS__, 32)
#define TASUKI_SYNC_LANES()                                 \
    (__builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront"), \
     __builtin_amdgcn_wave_barrier())
#endif
#include "runtime/gpu/lanes.hpp"

namespace tasuki::gpu {

/// What for_each() launches.
template <int kThreads, class Index, class Body>
__global__ void __launch_bounds__(kThreads)
    for_each_kernel(Index n, Body body) {
    // The threads of the last block may be beyond what an int can count.
    using Unsigned = std::make_unsigned_t<Index>;
    const auto i = static_cast<Unsigned>(blockIdx.x) * kThreads +
                   static_cast<Unsigned>(threadIdx.x);
    if (i < static_cast<Unsigned>(n)) body(static_cast<Index>(i));
}

/// Calls body(i) for i in [0, n), one thread each, on `stream`: an index of the
/// type of n, or an int where that is enough and faster.
template <int kThreads, class Index, class Body>
void for_each(Stream stream, Index n, const Body& body, const char* name) {
    constexpr auto of_int = std::numeric_limits<int>::max();
    if constexpr (sizeof(Index) > sizeof(int))
        if (n <= static_cast<Index>(of_int))
            return for_each<kThreads>(stream, static_cast<int>(n), body, name);
    if (n == 0) return;
    const auto blocks =
        (static_cast<std::size_t>(n) + (kThreads - 1)) / kThreads;
    for_each_kernel<kThreads>
        <<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(n, body);
    check(TASUKI_GPU_API(GetLastError)(), name);
}

/// A body of two indices as one of the number of an element.
template <class Body>
struct RowMajor {
    int columns;  ///< elements of a row
    Body body;    ///< body(i, j)
    /// @param k  counts row by row
    template <class Index>
    TASUKI_HD void operator()(Index k) const {
        const auto wide = static_cast<Index>(columns);
        body(static_cast<int>(k / wide), static_cast<int>(k % wide));
    }
};

/// Calls body(i, j) for i in [0, rows) and j in [0, columns), one thread each.
/// Neighbours in j are neighbouring threads.
template <int kThreads, class Body>
void for_each(Stream stream, int rows, int columns, const Body& body,
              const char* name) {
    for_each<kThreads>(
        stream,
        static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns),
        RowMajor<Body>{columns, body}, name);
}

}  // namespace tasuki::gpu
#endif

#endif

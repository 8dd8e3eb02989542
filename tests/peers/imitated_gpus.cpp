#include "tests/peers/imitated_gpus.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <vector>

#include "codelets/wilson/hopping/sweep_gpu.hpp"
#include "codelets/wilson/matvec/matvec.hpp"
#include "codelets/wilson/merge/merge.hpp"
#include "codelets/wilson/pack/pack.hpp"
#include "runtime/core/signature.hpp"
#include "runtime/gpu/gpu.hpp"

namespace {

using namespace tasuki;
using gpu::Status;
using Work = std::function<void()>;

constexpr Status kSuccess = TASUKI_GPU_API(Success);
thread_local int current_device = 0;

/// A count of the work that was queued, and of that which is done.
struct Queue {
    int device = 0;
    unsigned urgency = 0;  ///< of the seed, not of the toolkit
    long queued = 0, done = 0;
    struct Item {
        Work work;           ///< null: only waits
        const Queue* other;  ///< null: runs at once
        long until;          ///< what `other` must have done
    };
    std::deque<Item> items;

    bool runs() const {
        return !items.empty() &&
               (items.front().other == nullptr ||
                items.front().other->done >= items.front().until);
    }
};

struct Mark {
    int device = 0;
    const Queue* queue = nullptr;  ///< null until it is recorded
    long until = 0;
};

class Gpus {
  public:
    void reset(int count, std::uint64_t seed) {
        const std::lock_guard lock{mutex_};
        devices = count;
        random_.seed(seed);
        queues_.clear();
        broken = 0;
    }
    Queue* add_queue() {
        const std::lock_guard lock{mutex_};
        auto& queue = queues_.emplace_back(std::make_unique<Queue>());
        queue->device = current_device;
        queue->urgency = static_cast<unsigned>(random_());
        return queue.get();
    }
    void push(Queue& queue, Work work, const Mark& after = {}) {
        const std::lock_guard lock{mutex_};
        queue.items.push_back({std::move(work), after.queue, after.until});
        ++queue.queued;
        // Now and then a GPU is faster than who queues.
        if (random_() % 4 == 0)
            for (auto steps = random_() % 8; steps > 0 && step(); --steps) {
            }
    }
    void run_until(const Queue& queue, long done) {
        const std::lock_guard lock{mutex_};
        while (queue.done < done)
            if (!step()) {
                std::fputs("imitated GPUs: nothing can go on\n", stderr);
                std::abort();
            }
    }
    /// Whether the queue has done so much; lets some work go on.
    bool has_done(const Queue& queue, long done) {
        const std::lock_guard lock{mutex_};
        for (auto steps = random_() % 8; steps > 0 && queue.done < done;
             --steps)
            run_until(queue, std::min(done, queue.done + 1));
        return queue.done >= done;
    }
    void* allocate(int device, std::size_t bytes) {
        void* memory = std::aligned_alloc(4096, (bytes + 4095) & ~4095ul);
        std::memset(memory, 0xff, bytes);  // NaN
        const std::lock_guard lock{mutex_};
        owners_[memory] = device;
        return memory;
    }
    void release(void* memory) {
        const std::lock_guard lock{mutex_};
        owners_.erase(memory);
        std::free(memory);
    }
    /// Counts memory that is not the device's; -1 is the host.
    void check(int device, const void* memory) {
        const std::lock_guard lock{mutex_};
        auto next = owners_.upper_bound(memory);
        if (next == owners_.begin() || std::prev(next)->second != device)
            ++broken;
    }
    void check(bool rule) {
        const std::lock_guard lock{mutex_};
        if (!rule) ++broken;
    }

    int devices = 0;
    int broken = 0;

  private:
    /// The most urgent stream that can go on does; false if none can.
    bool step() {
        Queue* best = nullptr;
        for (const auto& queue : queues_)
            if (queue->runs() &&
                (best == nullptr || queue->urgency > best->urgency))
                best = queue.get();
        if (best == nullptr) return false;
        const auto item = std::move(best->items.front());
        best->items.pop_front();
        if (item.work) item.work();
        ++best->done;
        // Which stream is late changes, but not so often that none is.
        if (random_() % 16 == 0)
            best->urgency = static_cast<unsigned>(random_());
        return true;
    }

    std::recursive_mutex mutex_;
    std::mt19937_64 random_;
    std::vector<std::unique_ptr<Queue>> queues_;
    std::map<const void*, int> owners_;
};

Gpus& gpus() {
    static Gpus instance;
    return instance;
}

Queue& queue_of(gpu::Stream stream) {
    return *reinterpret_cast<Queue*>(stream);
}
Mark& mark_of(gpu::Event event) {
    return *reinterpret_cast<Mark*>(event);
}

void copy_later(gpu::Stream stream, void* to, const void* from,
                std::size_t bytes) {
    gpus().push(queue_of(stream), [=] { std::memcpy(to, from, bytes); });
}

/// Where the arrays of Fields are.
class Pointers {
  public:
    template <class T, runtime::Access kAccess>
    void add(const runtime::View<T, kAccess>& view) {
        all_.push_back(view.data());
    }
    template <class V, int kMost>
    void add(const runtime::Each<V, kMost>& list) {
        for (const V& member : list) add(member);
    }
    template <class Fields>
    void add(const Fields& fields) {
        std::apply([this](const auto&... member) { (add(member), ...); },
                   runtime::detail::members(fields));
    }
    const std::vector<const void*>& all() const { return all_; }

  private:
    std::vector<const void*> all_;
};

template <class Fields>
std::vector<const void*> pointers(const Fields& fields) {
    Pointers found;
    found.add(fields);
    return found.all();
}

/// A kernel: its CPU version, later.
template <class Fields>
void launch(gpu::Stream stream, const std::vector<const void*>& memory,
            const Fields& fields, std::function<void(const Fields&)> kernel) {
    const int device = queue_of(stream).device;
    gpus().check(device == current_device);
    for (const void* at : memory)
        if (at != nullptr) gpus().check(device, at);
    gpus().push(queue_of(stream), [=] { kernel(fields); });
}

}  // namespace

namespace tasuki::tests {

void imitate_gpus(int devices, std::uint64_t seed) {
    gpus().reset(devices, seed);
}

int broken_rules() {
    return gpus().broken;
}

}  // namespace tasuki::tests

// What peers/streams calls of the toolkit.
extern "C" {

Status TASUKI_GPU_API(SetDevice)(int device) {
    gpus().check(device < gpus().devices);
    current_device = device;
    return kSuccess;
}
Status TASUKI_GPU_API(GetLastError)() {
    return kSuccess;
}
const char* TASUKI_GPU_API(GetErrorString)(Status) {
    return "imitated";
}
Status TASUKI_GPU_API(Malloc)(void** memory, std::size_t bytes) {
    *memory = gpus().allocate(current_device, bytes);
    return kSuccess;
}
Status TASUKI_GPU_API(Free)(void* memory) {
    gpus().release(memory);
    return kSuccess;
}
Status TASUKI_GPU_ALLOCATE_PINNED(void** memory, std::size_t bytes, unsigned) {
    *memory = gpus().allocate(-1, bytes);
    return kSuccess;
}
Status TASUKI_GPU_FREE_PINNED(void* memory) {
    gpus().release(memory);
    return kSuccess;
}
Status TASUKI_GPU_API(Memcpy)(void* to, const void* from, std::size_t bytes,
                              TASUKI_GPU_API(MemcpyKind)) {
    std::memcpy(to, from, bytes);
    return kSuccess;
}
Status TASUKI_GPU_API(MemcpyAsync)(void* to, const void* from,
                                   std::size_t bytes,
                                   TASUKI_GPU_API(MemcpyKind) kind,
                                   gpu::Stream stream) {
    const bool up = kind == TASUKI_GPU_API(MemcpyHostToDevice);
    const int device = queue_of(stream).device;
    gpus().check(up ? device : -1, to);
    gpus().check(up ? -1 : device, from);
    copy_later(stream, to, from, bytes);
    return kSuccess;
}
Status TASUKI_GPU_API(MemcpyPeerAsync)(void* to, int to_device,
                                       const void* from, int from_device,
                                       std::size_t bytes, gpu::Stream stream) {
    gpus().check(to_device, to);
    gpus().check(from_device, from);
    copy_later(stream, to, from, bytes);
    return kSuccess;
}
Status TASUKI_GPU_API(DeviceCanAccessPeer)(int* possible, int, int) {
    *possible = 1;
    return kSuccess;
}
Status TASUKI_GPU_API(DeviceEnablePeerAccess)(int, unsigned) {
    return TASUKI_GPU_API(ErrorPeerAccessAlreadyEnabled);
}
Status TASUKI_GPU_API(DeviceGetStreamPriorityRange)(int* least, int* greatest) {
    *least = 0;
    *greatest = -5;
    return kSuccess;
}
Status TASUKI_GPU_API(StreamCreateWithPriority)(gpu::Stream* stream, unsigned,
                                                int) {
    *stream = reinterpret_cast<gpu::Stream>(gpus().add_queue());
    return kSuccess;
}
Status TASUKI_GPU_API(StreamDestroy)(gpu::Stream) {
    return kSuccess;
}
Status TASUKI_GPU_API(StreamSynchronize)(gpu::Stream stream) {
    if (stream != nullptr)
        gpus().run_until(queue_of(stream), queue_of(stream).queued);
    return kSuccess;
}
Status TASUKI_GPU_API(StreamWaitEvent)(gpu::Stream stream, gpu::Event event,
                                       unsigned) {
    if (mark_of(event).queue != nullptr)
        gpus().push(queue_of(stream), nullptr, mark_of(event));
    return kSuccess;
}
Status TASUKI_GPU_API(EventCreateWithFlags)(gpu::Event* event, unsigned) {
    *event = reinterpret_cast<gpu::Event>(new Mark{current_device, nullptr, 0});
    return kSuccess;
}
Status TASUKI_GPU_API(EventDestroy)(gpu::Event event) {
    delete &mark_of(event);
    return kSuccess;
}
Status TASUKI_GPU_API(EventRecord)(gpu::Event event, gpu::Stream stream) {
    const Queue& queue = queue_of(stream);
    gpus().check(mark_of(event).device == queue.device);
    mark_of(event) = {queue.device, &queue, queue.queued};
    return kSuccess;
}
Status TASUKI_GPU_API(EventQuery)(gpu::Event event) {
    const Mark& mark = mark_of(event);
    return mark.queue == nullptr || gpus().has_done(*mark.queue, mark.until)
               ? kSuccess
               : TASUKI_GPU_API(ErrorNotReady);
}

}  // extern "C"

// The kernels: these definitions come before those of the library.
namespace tasuki::wilson {

#define TASUKI_KERNEL(T)                                             \
    template <>                                                      \
    void pack::run_gpu(const Args& args, const Fields<T>& f,         \
                       gpu::Stream stream) noexcept {                \
        launch<Fields<T>>(stream, pointers(f), f,                    \
                          [=](const auto& g) { run_cpu(args, g); }); \
    }                                                                \
    template <>                                                      \
    void merge::run_gpu(const Args& args, const Fields<T>& f,        \
                        gpu::Stream stream) noexcept {               \
        launch<Fields<T>>(stream, pointers(f), f,                    \
                          [=](const auto& g) { run_cpu(args, g); }); \
    }
TASUKI_KERNEL(double)
TASUKI_KERNEL(float)
#undef TASUKI_KERNEL

#define TASUKI_KERNEL(T, R)                                                \
    template <>                                                            \
    void matvec::run_gpu<T, R>(const Args& args, const Faces<T>& f,        \
                               gpu::Stream stream) noexcept {              \
        launch<Faces<T>>(stream, pointers(f), f,                           \
                         [=](const auto& g) { run_cpu<T, R>(args, g); });  \
    }                                                                      \
    template <>                                                            \
    void sweep_gpu<T, R>(const Sweep& sweep, const SweepFields<T>& f,      \
                         gpu::Stream stream) noexcept {                    \
        launch<SweepFields<T>>(                                            \
            stream, {f.out[0], f.in[0], f.u}, f,                           \
            [=](const auto& g) { sweep_cpu<T, R>(sweep, g); });            \
    }                                                                      \
    template <>                                                            \
    void tune_sweep_gpu<T, R>(const Sweep& sweep, const SweepFields<T>& f, \
                              gpu::Stream stream) noexcept {               \
        sweep_gpu<T, R>(sweep, f, stream);                                 \
    }
TASUKI_KERNEL(double, 18)
TASUKI_KERNEL(double, 12)
TASUKI_KERNEL(double, 8)
TASUKI_KERNEL(float, 18)
TASUKI_KERNEL(float, 12)
TASUKI_KERNEL(float, 8)
#undef TASUKI_KERNEL

}  // namespace tasuki::wilson

// Memory, streams and events of GPUs as objects.  A device call that fails
// ends the process with its message (runtime/core/failure.hpp).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

#include "runtime/gpu/gpu.hpp"

namespace tasuki::peers::streams {

/// Makes `device` the current one of the calling thread.
inline void select(int device) noexcept {
    gpu::check(TASUKI_GPU_API(SetDevice)(device), "select device");
}

/// An array in the memory of one GPU; empty by default.
template <class T>
class DeviceArray {
  public:
    DeviceArray() = default;
    DeviceArray(int device, std::size_t size) : device_{device}, size_{size} {
        select(device);
        void* memory = nullptr;
        gpu::check(TASUKI_GPU_API(Malloc)(&memory, bytes()),
                   "allocate device memory");
        data_.reset(static_cast<T*>(memory));
    }

    T* data() const { return data_.get(); }
    int device() const { return device_; }
    std::size_t bytes() const { return size_ * sizeof(T); }
    explicit operator bool() const { return data_ != nullptr; }

    /// Waits for the copy, but not for work on other streams.
    void write(std::span<const T> values) const {
        copy(data(), values.data(), TASUKI_GPU_API(MemcpyHostToDevice));
    }
    void read(std::span<T> values) const {
        copy(values.data(), data(), TASUKI_GPU_API(MemcpyDeviceToHost));
    }

  private:
    struct Free {
        void operator()(T* data) const noexcept {
            gpu::check(TASUKI_GPU_API(Free)(data), "free device memory");
        }
    };
    void copy(void* to, const void* from, auto kind) const {
        select(device_);
        gpu::check(TASUKI_GPU_API(Memcpy)(to, from, bytes(), kind),
                   "copy between host and device");
        // From pageable memory the copy may still be on its way.
        gpu::check(TASUKI_GPU_API(StreamSynchronize)(nullptr),
                   "wait for a copy");
    }

    std::unique_ptr<T, Free> data_;
    int device_ = 0;
    std::size_t size_ = 0;
};

/// An array on the host that copy engines reach; empty by default.
template <class T>
class PinnedArray {
  public:
    PinnedArray() = default;
    explicit PinnedArray(std::size_t size)
        : data_{static_cast<T*>(gpu::allocate_pinned(size * sizeof(T)))},
          size_{size} {}

    T* data() const { return data_.get(); }
    std::size_t bytes() const { return size_ * sizeof(T); }
    std::span<T> span() const { return {data(), size_}; }

  private:
    struct Free {
        void operator()(T* data) const noexcept { gpu::free_pinned(data); }
    };
    std::unique_ptr<T, Free> data_;
    std::size_t size_ = 0;
};

/// A point on a stream that other streams, or the host, can wait for.  Until
/// it is recorded, nothing waits.  None by default.
class Event {
  public:
    Event() = default;
    explicit Event(int device) {
        select(device);
        gpu::Event event;
        gpu::check(TASUKI_GPU_API(EventCreateWithFlags)(
                       &event, TASUKI_GPU_API(EventDisableTiming)),
                   "create event");
        event_.reset(event);
    }

    /// @param stream  of the event's device
    void record(gpu::Stream stream) const noexcept {
        gpu::check(TASUKI_GPU_API(EventRecord)(event_.get(), stream),
                   "record event");
    }
    /// Work queued on `stream` from now on, on any device, starts after the
    /// last record.
    void hold(gpu::Stream stream) const noexcept {
        gpu::check(TASUKI_GPU_API(StreamWaitEvent)(stream, event_.get(), 0),
                   "wait for an event");
    }
    /// Whether the stream has come to the last record.
    bool passed() const noexcept {
        const auto status = TASUKI_GPU_API(EventQuery)(event_.get());
        if (status != TASUKI_GPU_API(ErrorNotReady)) {
            gpu::check(status, "ask for an event");
            return true;
        }
        // Or the next kernel's launch would be taken for the one that failed.
        static_cast<void>(TASUKI_GPU_API(GetLastError)());
        return false;
    }

  private:
    struct Destroy {
        void operator()(gpu::Event event) const noexcept {
            gpu::check(TASUKI_GPU_API(EventDestroy)(event), "destroy event");
        }
    };
    std::unique_ptr<std::remove_pointer_t<gpu::Event>, Destroy> event_;
};

enum class Urgency { least, most };

/// A queue of work on one GPU that waits for no other queue by itself.
class Stream {
  public:
    Stream(int device, Urgency urgency) {
        select(device);
        int least = 0, greatest = 0;
        gpu::check(
            TASUKI_GPU_API(DeviceGetStreamPriorityRange)(&least, &greatest),
            "priorities of streams");
        gpu::Stream stream;
        gpu::check(TASUKI_GPU_API(StreamCreateWithPriority)(
                       &stream, TASUKI_GPU_API(StreamNonBlocking),
                       urgency == Urgency::most ? greatest : least),
                   "create stream");
        stream_.reset(stream);
    }

    gpu::Stream get() const { return stream_.get(); }
    void wait() const noexcept {
        gpu::check(TASUKI_GPU_API(StreamSynchronize)(get()),
                   "wait for a stream");
    }

  private:
    struct Destroy {
        void operator()(gpu::Stream stream) const noexcept {
            gpu::check(TASUKI_GPU_API(StreamDestroy)(stream), "destroy stream");
        }
    };
    std::unique_ptr<std::remove_pointer_t<gpu::Stream>, Destroy> stream_;
};

}  // namespace tasuki::peers::streams

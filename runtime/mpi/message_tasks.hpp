// The tasks of a message between ranks, on a CPU worker and on a GPU.  For
// runtime/mpi/ alone.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>

#include "runtime/core/crossing.hpp"
#include "runtime/core/session.hpp"
#include "runtime/core/submit.hpp"
#include "runtime/core/team.hpp"
#include "runtime/gpu/stream_flags.hpp"
#include "runtime/graph/batches.hpp"
#include "runtime/mpi/patience.hpp"
#include "runtime/mpi/transport.hpp"

namespace tasuki::runtime::detail {

struct MessageArgs {
    Channel* channel;
    std::size_t bytes;
};

inline void wait_for(const std::atomic<std::uint32_t>& number,
                     std::uint32_t value) {
    for (Patience patience; number.load(std::memory_order_acquire) != value;)
        patience.wait();
}

/// Not worth another thread of the team [B].
inline constexpr std::size_t kFew = std::size_t{1} << 17;
inline constexpr std::size_t kCopiedPage = 4096;

inline void copy_with_team(std::byte* to, const std::byte* from,
                           std::size_t bytes) {
    parallel_ranges(
        bytes, kCopiedPage,
        [=](std::size_t begin, std::size_t end) {
            std::memcpy(to + begin, from + begin, end - begin);
        },
        kFew);
}

// A task of its own has waited for the other side, and tells it at its end;
// with a list the worker or the GPU does both.

template <Crosses kCrosses>
struct Move : WithoutModel {
    static constexpr bool kSends = kCrosses == Crosses::sends;
    static constexpr auto name = kSends ? "put" : "take";
    static constexpr auto crosses = kCrosses;
    using Args = MessageArgs;
    using Array = std::conditional_t<kSends, Read<std::byte>, Write<std::byte>>;
    /// Calls copy(to, from, bytes).
    template <class Copy>
    static void move(const Args& args, const Array& array, const Copy& copy) {
        if constexpr (kSends)
            copy(args.channel->window, array.data(), args.bytes);
        else
            copy(array.data(), args.channel->window, args.bytes);
    }
    static void cpu(const Args& args, Array array) {
        const Channel& its = *args.channel;
        auto& full = its.flag.load()->full;
        if (is_in_list()) wait_for(full, its.before());
        move(args, array, copy_with_team);
        if (is_in_list()) full.store(its.after(), std::memory_order_release);
    }
    static void gpu([[maybe_unused]] const Args& args,
                    [[maybe_unused]] Array array,
                    [[maybe_unused]] gpu::Stream stream) {
#if defined(TASUKI_HAS_GPU)
        const Channel& its = *args.channel;
        if (is_in_list()) gpu::wait_for(stream, its.word, its.before());
        move(args, array, [stream](auto* to, auto* from, std::size_t bytes) {
            gpu::copy_anywhere_async(to, from, bytes, stream);
        });
        if (is_in_list()) gpu::write(stream, its.word, its.after());
#endif
    }
};

// Where the array is in the window nothing is left to move: the first of two
// tasks waits for the other side, the second tells it.
enum class Step { waits, tells };

template <Step kStep, class ArrayInWindow>
struct InPlace : WithoutModel {
    using Args = MessageArgs;
    using Array = ArrayInWindow;
    static void gpu(const Args& args, Array, gpu::Stream stream) {
        const Channel& its = *args.channel;
        if (!is_in_list()) return;
        if constexpr (kStep == Step::waits)
            gpu::wait_for(stream, its.word, its.before());
        else
            gpu::write(stream, its.word, its.after());
    }
};

struct OpenInPlace : InPlace<Step::waits, Update<std::byte>> {
    static constexpr auto name = "open";
    static constexpr auto crosses = Crosses::sends;
};
struct PutInPlace : InPlace<Step::tells, Read<std::byte>> {
    static constexpr auto name = "put";
    static constexpr auto crosses = Crosses::sends;
};
struct TakeInPlace : InPlace<Step::waits, Write<std::byte>> {
    static constexpr auto name = "take";
    static constexpr auto crosses = Crosses::receives;
};
struct ReleaseInPlace : InPlace<Step::tells, Write<std::byte>> {
    static constexpr auto name = "release";
    static constexpr auto crosses = Crosses::releases;
};

template <class Kernel, class Use>
void with_task(Channel& channel, Handle array, const SubmitOptions& options,
               const Use& use) {
    Packed<Kernel> packed{{}, {&channel, starpu_data_get_size(array)}};
    const Buffer buffer{array, Kernel::Array::access};
    use(Submission{
        record<Kernel>(), &packed, sizeof packed, {&buffer, 1}, options, {}});
}

/// Calls use(submission) with the task that begins or ends a message, or is all
/// of it.
template <class Use>
void with_task_of(Channel& channel, Handle array, int priority, bool begins,
                  bool ends, const Use& use) {
    // Another rank waits for it.
    SubmitOptions options{.priority = std::max(priority, 1),
                          .where = Where::cpu};
    if (channel.on_gpu) {
        options.where = Where::gpu;
        options.worker = session().gpu_workers.front();
    }
    const auto with = [&]<class Sends, class Receives>() {
        if (channel.sends)
            with_task<Sends>(channel, array, options, use);
        else
            with_task<Receives>(channel, array, options, use);
    };
    if (begins && ends)
        with.template
        operator()<Move<Crosses::sends>, Move<Crosses::receives>>();
    else if (begins)
        with.template operator()<OpenInPlace, TakeInPlace>();
    else
        with.template operator()<PutInPlace, ReleaseInPlace>();
}

}  // namespace tasuki::runtime::detail

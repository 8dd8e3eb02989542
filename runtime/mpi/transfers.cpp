#include "runtime/mpi/transfers.hpp"

#include <starpu.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "runtime/core/session.hpp"
#include "runtime/core/submit.hpp"
#include "runtime/core/team.hpp"
#include "runtime/gpu/stream_flags.hpp"
#include "runtime/mpi/patience.hpp"
#include "runtime/replay/batches.hpp"

namespace tasuki::runtime::detail {

namespace {

/// What a `put` reads, and a `take` writes.
template <Crosses kCrosses>
using Array = std::conditional_t<kCrosses == Crosses::sends, Read<std::byte>,
                                 Write<std::byte>>;

template <Crosses kCrosses>
struct Move : WithoutModel {
    static constexpr auto name = kCrosses == Crosses::sends ? "put" : "take";
    static constexpr auto crosses = kCrosses;
    struct Args {
        Channel* channel;
    };
    /// Calls copy(to, from, bytes).
    template <class Copy>
    static void copy(const Channel& its, const Array<kCrosses>& array,
                     const Copy& copy) {
        if constexpr (kCrosses == Crosses::sends)
            copy(its.window, array.data(), its.bytes);
        else
            copy(array.data(), its.window, its.bytes);
    }
};

void wait_for(const std::atomic<std::uint32_t>& number, std::uint32_t value) {
    for (Patience patience; number.load(std::memory_order_acquire) != value;)
        patience.wait();
}

/// Not worth another thread of the team [B].
constexpr std::size_t kFew = std::size_t{1} << 17;
constexpr std::size_t kPage = 4096;

void copy_with_team(std::byte* to, const std::byte* from, std::size_t bytes) {
    parallel_ranges(
        bytes, kPage,
        [=](std::size_t begin, std::size_t end) {
            std::memcpy(to + begin, from + begin, end - begin);
        },
        kFew);
}

// A task of its own has waited for the other side, and tells it at its end;
// with a list the worker or the GPU does both.

template <Crosses kCrosses>
struct MoveInMemory : Move<kCrosses> {
    using typename Move<kCrosses>::Args;
    static void cpu(const Args& args, Array<kCrosses> array) {
        const Channel& its = *args.channel;
        auto& full = its.flag.load()->full;
        if (is_in_list()) wait_for(full, its.before());
        Move<kCrosses>::copy(its, array, copy_with_team);
        if (is_in_list()) full.store(its.after(), std::memory_order_release);
    }
};

template <Crosses kCrosses>
struct MoveOnGpu : Move<kCrosses> {
    using typename Move<kCrosses>::Args;
    static void gpu(const Args& args, Array<kCrosses> array,
                    [[maybe_unused]] gpu::Stream stream) {
#if defined(TASUKI_HAS_GPU)
        const Channel& its = *args.channel;
        if (is_in_list()) gpu::wait_for(stream, its.word, its.before());
        Move<kCrosses>::copy(its, array,
                             [stream](auto* to, auto* from, std::size_t bytes) {
                                 gpu::copy_async(to, from, bytes, stream);
                             });
        if (is_in_list()) gpu::write(stream, its.word, its.after());
#else
        static_cast<void>(args), static_cast<void>(array);
#endif
    }
};

template <class Kernel>
void submit_move(Channel& channel, Handle array, const SubmitOptions& options,
                 std::shared_ptr<Crossing> message) {
    Packed<Kernel> packed{{}, {&channel}};
    clear_gaps(packed);
    const Buffer buffer{array, channel.sends ? Access::read : Access::write};
    submit_raw(session(), {record<Kernel>(),
                           &packed,
                           sizeof packed,
                           {&buffer, 1},
                           options,
                           std::move(message)});
}

template <template <Crosses> class Kernel>
void submit_move(Channel& channel, Handle array, const SubmitOptions& options,
                 std::shared_ptr<Crossing> message) {
    if (channel.sends)
        submit_move<Kernel<Crosses::sends>>(channel, array, options,
                                            std::move(message));
    else
        submit_move<Kernel<Crosses::receives>>(channel, array, options,
                                               std::move(message));
}

}  // namespace

class Transfers::Message final : public Crossing {
  public:
    /// The next one of a channel.
    Message(Transfers& all, Channel& channel, void* token)
        : all_{all},
          channel_{channel},
          number_{++channel.last},
          moment_{all.order_.submit(channel)},
          token_{token} {}

    const void* channel() const override { return &channel_; }
    FitsList fits_list() const override {
        return channel_.can_wait_in_list() ? all_.order_.fits_lists()
                                           : FitsList::no;
    }
    starpu_task* close_task() override {
        channel_.add_task(number_);
        after_ = number_ - 1;
        return close();
    }
    starpu_task* close_list() override {
        is_task_ = false;
        after_ = channel_.task_before(number_);
        return close();
    }
    void open_later(starpu_task* gate) override {
        all_.courier_.open_later(channel_, {after_, is_task_, gate});
    }
    void end() override {
        if (is_task_) end_task();
        if (!channel_.sends && moment_.iteration > 0)
            all_.order_.end_receive(channel_, moment_);
        channel_.ended.fetch_add(1, std::memory_order_release);
        message_ended(token_);
    }

  private:
    void end_task() {
        Flag& flag = *channel_.flag;
        if (moment_.iteration == 0) {
            // Of no iteration, which others would have to know.
        } else if (channel_.sends) {
            flag.message = number_;
            flag.iteration = moment_.iteration;
            flag.use = moment_.use;
            flag.phase[moment_.use % Flag::kMostUses] = moment_.phase;
        } else if (flag.message == number_) {
            all_.order_.see_sent(channel_, moment_);
        }
        flag.full.store(channel_.after(), std::memory_order_release);
    }
    starpu_task* close() const {
        if (channel_.is_open(after_, is_task_)) return nullptr;
        starpu_task* const gate = starpu_task_create();
        gate->name = "gate";
        return gate;
    }

    Transfers& all_;
    Channel& channel_;
    std::uint64_t number_, after_ = 0;
    Moment moment_;
    bool is_task_ = true;
    void* token_;
};

Transfers::Transfers(MPI_Comm machine, const Ranks& ranks)
    : windows_{machine, ranks.rank()},
      // Ranks of other machines cannot be seen.
      order_{windows_.board(),
             windows_.all_reach_all() && windows_.reached() + 1 == ranks.size()
                 ? windows_.boards_of_others()
                 : std::vector<const Board*>{}},
      courier_{[this] {
          windows_.hear(
              [this](int to, MessageTag tag, std::size_t bytes) -> Channel& {
                  return channel(to, tag, bytes, true);
              });
      }} {}

Channel& Transfers::channel(int peer, MessageTag tag, std::size_t bytes,
                            bool sends) {
    const std::lock_guard lock{of_channels_};
    return channels_
        .try_emplace({peer, tag, bytes, sends}, sends,
                     windows_.way(peer) == Way::gpu, bytes)
        .first->second;
}

void Transfers::send(Handle array, int to, MessageTag tag, int priority,
                     void* token) {
    const std::lock_guard lock{submits_};
    submit(channel(to, tag, starpu_data_get_size(array), true), array, priority,
           token);
}

void Transfers::receive(Handle array, int from, MessageTag tag, int priority,
                        void* token) {
    const std::lock_guard lock{submits_};
    Channel& its = channel(from, tag, starpu_data_get_size(array), false);
    if (its.last == 0) windows_.make(its, from, tag);
    submit(its, array, priority, token);
}

void Transfers::submit(Channel& channel, Handle array, int priority,
                       void* token) {
    auto message = std::make_shared<Message>(*this, channel, token);
    // Another rank waits for it.
    SubmitOptions options{.priority = std::max(priority, 1),
                          .where = Where::cpu};
    if (!channel.on_gpu)
        return submit_move<MoveInMemory>(channel, array, options,
                                         std::move(message));
    options.where = Where::gpu;
    options.worker = session().gpu_workers.front();
    submit_move<MoveOnGpu>(channel, array, options, std::move(message));
}

}  // namespace tasuki::runtime::detail

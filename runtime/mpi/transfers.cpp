#include "runtime/mpi/transfers.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>

#include "runtime/core/error.hpp"
#include "runtime/core/first_failure.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/session.hpp"
#include "runtime/graph/recorder.hpp"
#include "runtime/mpi/carrier.hpp"
#include "runtime/mpi/message_tasks.hpp"
#include "runtime/mpi/patience.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime::detail {

namespace {

/// Whether it is the window of the channel.
bool is_window(Handle array, const Channel& channel) {
    if (!channel.on_gpu || channel.flag == nullptr) return false;
    const auto node = starpu_worker_get_memory_node(
        static_cast<unsigned>(session().gpu_workers.front()));
    const auto* const its = static_cast<const starpu_vector_interface*>(
        starpu_data_get_interface_on_node(array, node));
    return its->ptr == reinterpret_cast<std::uintptr_t>(channel.window);
}

}  // namespace

/// A message or, where its array is in the window, the task that begins it or
/// the one that ends it.
class Transfers::Message final : public Crossing {
  public:
    /// @param bytes  of the array
    /// @param part   whole or begins: the next one of a channel; ends: the last
    Message(Transfers& all, Channel& channel, std::size_t bytes, Part part,
            void* token)
        : all_{all},
          channel_{channel},
          bytes_{bytes},
          part_{part},
          place_{all.submitted_++},
          token_{token} {
        if (begins()) ++channel.last;
        number_ = channel.last;
        channel.is_begun = part == Part::begins;
    }

    starpu_task* close_task() override {
        if (is_of_graph_) all_.tasks_.add(place_);
        if (!begins()) return nullptr;
        channel_.add_task(number_);
        after_ = number_ - 1;
        return close();
    }
    starpu_task* close_list() override {
        is_task_ = false;
        if (!begins()) return nullptr;
        after_ = channel_.task_before(number_);
        return close();
    }
    void open_later(starpu_task* gate) override {
        all_.courier_->open_later(channel_, gate, [this] { return is_open(); });
    }
    void end() override {
        Flag& flag = *channel_.flag;
        // That of another message, or none, if a list has sent it.
        if (!channel_.sends && begins() && is_task_ &&
            flag.signature.message == number_)
            check_size(flag.signature.bytes);
        if (ends()) {
            // What a task has not written the other side waits for, until it
            // hears that this one has failed.
            if (is_task_ && may_compute()) {
                if (channel_.sends) flag.signature = {number_, bytes_};
                flag.full.store(channel_.after(), std::memory_order_release);
            }
            channel_.ended.fetch_add(1, std::memory_order_release);
        }
        if (is_task_) all_.tasks_.remove(place_);
        if (channel_.sends ? ends() : begins()) ended(token_);
    }

  private:
    bool begins() const { return part_ != Part::ends; }
    bool ends() const { return part_ != Part::begins; }
    void check_size(std::uint64_t sent) const {
        if (sent == bytes_) return;
        note_failure(std::make_exception_ptr(UsageError{fmt::format(
            "a message of number {} from rank {} has {} bytes, and is received "
            "into an array of {}",
            channel_.tag, channel_.peer, sent, bytes_)}));
    }
    /// Whether it may start: a list also waits for messages ahead of it that
    /// are tasks.
    bool is_open() const {
        return channel_.is_open(after_, is_task_) &&
               (is_task_ || !all_.tasks_.has_before(place_));
    }
    starpu_task* close() const {
        if (is_open()) return nullptr;
        starpu_task* const gate = starpu_task_create();
        gate->name = "gate";
        return gate;
    }

    Transfers& all_;
    Channel& channel_;
    std::size_t bytes_;
    Part part_;
    std::uint64_t place_;
    std::uint64_t number_ = 0, after_ = 0;
    bool is_of_graph_ = is_of_graph(), is_task_ = true;
    void* token_;
};

Transfers::Transfers(MPI_Comm machine, MPI_Comm all, const Ranks& ranks,
                     Exchange asked)
    : asked_{asked},
      rank_{ranks.rank()},
      ranks_{ranks.size()},
      windows_{machine, rank_, asked},
      told_{all} {
    for (const int rank : gather(rank_, machine))
        if (rank != rank_) neighbours_.push_back(rank);
    bool any = false;
    for (int r = 0; r < ranks_; ++r)
        any = any ||
              (r != rank_ && windows_.exchange_with(r) == Exchange::network);
    std::function<bool()> carry;
    if (ranks.largest(any ? 1 : 0) > 0) {
        network_ = std::make_unique<Carrier>(all);
        carry = [this] { return network_->carry(); };
    }
    courier_ = std::make_unique<Courier>([this] { return hear(); }, carry);
}

bool Transfers::is_possible() const {
    return asked_ == Exchange::automatic ||
           std::ranges::all_of(neighbours_, [this](int rank) {
               return windows_.exchange_with(rank) == asked_;
           });
}

Transport& Transfers::transport(int rank) {
    if (windows_.exchange_with(rank) == Exchange::network) return *network_;
    return windows_;
}

bool Transfers::hear() {
    const std::lock_guard hearing{hears_};
    return told_.hear([this](const Place& place, int to) {
        Channel* its = nullptr;
        {
            const std::lock_guard lock{of_channels_};
            Sizes& sizes = sizes_[{to, place.tag}];
            add_size(place.bytes, sizes.received, sizes.sent, to, place.tag);
            its = &channel(to, place.tag, place.bytes, true);
        }
        transport(to).open(*its, place);
    });
}

/// Adds one to those that one side has named.
void Transfers::add_size(std::size_t bytes, std::vector<std::size_t>& own,
                         const std::vector<std::size_t>& others, int to,
                         MessageTag tag) {
    if (own.size() < others.size()) {
        const std::size_t its = others[own.size()];
        if (window_bytes(bytes) != window_bytes(its))
            throw UsageError(fmt::format(
                "a message of number {} to rank {} has {} bytes on one side "
                "and "
                "{} on the other",
                tag, to, std::min(bytes, its), std::max(bytes, its)));
    }
    own.push_back(bytes);
}

WindowOfArray Transfers::window_to(int to, MessageTag tag, std::size_t bytes) {
    if (windows_.exchange_with(to) != Exchange::stores) return {};
    const Channel& its = find_sending(to, tag, bytes);
    wait_for_window(its);
    return {its.window, session().gpu_workers.front()};
}

/// That the other side makes, and tells this one of.
void Transfers::wait_for_window(const Channel& channel) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    std::chrono::seconds reminder{30};  // and each time twice as late
    for (Patience patience; channel.flag == nullptr; patience.wait()) {
        session().check();  // the other rank may have failed
        hear();
        if (Clock::now() - begin < reminder) continue;
        logger().warn(
            "waiting for {} s until rank {} receives messages of number {} and "
            "{} bytes, or makes an array_from() of these",
            reminder.count(), channel.peer, channel.tag, channel.first);
        reminder *= 2;
    }
}

/// A sender that stores waits for it, also where this rank does not.
WindowOfArray Transfers::window_from(int from, MessageTag tag,
                                     std::size_t bytes) {
    const Exchange its = windows_.exchange_with(from);
    if (its != Exchange::stores && its != Exchange::copy) return {};
    const std::lock_guard lock{submits_};
    const Channel& channel = find_receiving(from, tag, bytes);
    if (its == Exchange::copy) return {};
    return {channel.window, session().gpu_workers.front()};
}

/// With its window.
Channel& Transfers::find_receiving(int from, MessageTag tag,
                                   std::size_t bytes) {
    Channel* its = nullptr;
    {
        const std::lock_guard lock{of_channels_};
        its = &channel(from, tag, bytes, false);
    }
    if (its->window != nullptr) return *its;
    told_.tell(transport(from).make(*its), from);
    courier_->tell();
    return *its;
}

Channel& Transfers::find_sending(int to, MessageTag tag, std::size_t bytes) {
    const std::lock_guard lock{of_channels_};
    Channel& its = channel(to, tag, bytes, true);
    if (!its.is_used) {
        Sizes& sizes = sizes_[{to, tag}];
        add_size(bytes, sizes.sent, sizes.received, to, tag);
        its.is_used = true;
    }
    return its;
}

Channel& Transfers::channel(int peer, MessageTag tag, std::size_t bytes,
                            bool sends) {
    const bool on_gpu = windows_.exchange_with(peer) != Exchange::host &&
                        !session().gpu_workers.empty();
    return channels_
        .try_emplace({peer, tag, window_bytes(bytes), sends}, peer, tag, sends,
                     on_gpu, bytes)
        .first->second;
}

Channel& Transfers::find_channel(const Half& half) {
    if (half.peer < 0 || half.peer >= ranks_ || half.peer == rank_)
        throw UsageError(
            fmt::format("a message of rank {} to or from rank {}, of {} ranks",
                        rank_, half.peer, ranks_));
    const std::size_t bytes = starpu_data_get_size(half.array);
    return half.sends() ? find_sending(half.peer, half.tag, bytes)
                        : find_receiving(half.peer, half.tag, bytes);
}

/// @return  nothing: there is nothing to open or to release
std::optional<Transfers::Part> Transfers::part_of(const Half& half,
                                                  const Channel& channel) {
    using Call = Half::Call;
    const bool begins = half.call == Call::open || half.call == Call::receive;
    if (is_window(half.array, channel))
        return begins ? Part::begins : Part::ends;
    if (half.is_message()) return Part::whole;
    return std::nullopt;
}

/// Only what has begun can end, and before that nothing else begins.
void Transfers::check(const Half& half, const Channel& channel, Part part) {
    const bool ends = part == Part::ends;
    if (ends == channel.is_begun) return;
    switch (half.call) {
        case Half::Call::open:
            throw UsageError("submit_open twice, without a submit_send");
        case Half::Call::send:
            throw UsageError(
                ends ? "submit_send of an array_to() without a submit_open"
                     : "submit_send of another array between the submit_open "
                       "and the submit_send of an array_to()");
        case Half::Call::receive:
            throw UsageError(
                "submit_receive to an array_from() without a submit_release");
        case Half::Call::release:
            throw UsageError("submit_release without a submit_receive");
    }
}

void Transfers::start(const Half& half, void* token) {
    const std::lock_guard lock{submits_};
    Channel& its = find_channel(half);
    const auto part = part_of(half, its);
    if (!part) return;
    check(half, its, *part);
    auto message = std::make_shared<Message>(
        *this, its, starpu_data_get_size(half.array), *part, token);
    with_task_of(its, half.array, half.priority, *part != Part::ends,
                 *part != Part::begins, [&](Submission submission) {
                     submission.crossing = std::move(message);
                     submit_raw(session(), submission);
                 });
    if (token != nullptr) session().log->see_message_task(token);
}

void Transfers::record(const Half& half, const std::function<void()>& again) {
    const std::lock_guard lock{submits_};
    Channel& its = find_channel(half);
    const auto part = part_of(half, its);
    if (!part) return;
    const MessageEnd end{half.tag, half.peer, half.sends(), *part != Part::ends,
                         *part != Part::begins};
    with_task_of(its, half.array, half.priority, end.begins, end.ends,
                 [&](const Submission& submission) {
                     detail::record(submission,
                                    {end, again, [this, &its] {
                                         wait_for_window(its);
                                         return its.can_wait_in_list();
                                     }});
                 });
}

}  // namespace tasuki::runtime::detail

#include "runtime/mpi/transfers.hpp"

#include <starpu.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <tuple>

#include "runtime/core/error.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/core/session.hpp"
#include "runtime/core/submit.hpp"
#include "runtime/gpu/stream_flags.hpp"
#include "runtime/mpi/gpu_window.hpp"
#include "runtime/mpi/mpi_ranks.hpp"
#include "runtime/mpi/shared_memory.hpp"
#include "runtime/replay/replay.hpp"

namespace tasuki::runtime::detail {

#if defined(TASUKI_HAS_GPU)

namespace {

/// Where a message is in what a rank submits: in each phase of an iteration of
/// a Replay first what is sent, then what is received.
struct Moment {
    std::int64_t iteration;
    std::int32_t phase;
    std::uint32_t use;  ///< of its window in the iteration, from 0
};

/// Of one window, in memory of the rank that receives; each side writes it when
/// the other one waits.
struct alignas(64) Flag {
    /// 0: the window is empty, 1: it has a message.
    std::atomic<std::uint32_t> full;
    /// Of the last message that was a task of the sender: its number, its
    /// iteration, and which message of this window it was there, from 0.
    std::uint64_t message;
    std::int64_t iteration;
    std::uint32_t use;
    /// Of the last message of each use.
    static constexpr std::uint32_t kMostUses = 8;
    std::int32_t phase[kMostUses];
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

/// What all ranks of the machine see of one of them.
struct alignas(64) Board {
    /// Up to this iteration all that it has received is known to be in order,
    /// or not.
    std::atomic<std::int64_t> known;
    /// The last iteration with a message that was not.
    std::atomic<std::int64_t> disorder;
};
/// Iterations in order before lists may have messages.
constexpr std::int64_t kInOrder = 4;

/// From one rank that a rank receives from all together.
constexpr std::size_t kMostWindows = std::size_t{1} << 14;
constexpr std::size_t kFlagBytes = sizeof(Board) + kMostWindows * sizeof(Flag);

/// Windows are parts of allocations of this size, which are mapped as a whole
/// [B].
constexpr std::size_t kAllocation = std::size_t{4} << 20;
constexpr std::size_t kAlignment = 512;

/// A courier that has found nothing for so long looks less often.
constexpr std::chrono::milliseconds kBusy{1};
constexpr std::chrono::microseconds kNap{50};

/// The flags of one rank, which streams see too.
class Flags {
  public:
    explicit Flags(SharedMemory memory)
        : memory_{std::move(memory)},
          shown_{memory_.data() == nullptr
                     ? nullptr
                     : gpu::show_to_streams(memory_.data(), kFlagBytes)} {}
    ~Flags() {
        if (shown_ != nullptr) gpu::hide_from_streams(memory_.data());
    }
    Flags(const Flags&) = delete;
    Flags& operator=(const Flags&) = delete;

    bool are_there() const { return memory_.data() != nullptr; }
    int file() const { return memory_.file(); }
    Board& board() const { return *static_cast<Board*>(memory_.data()); }
    Flag* flag(std::size_t number) const {
        return first(memory_.data()) + number;
    }
    /// Its word as streams see it; null: they do not.
    std::uint32_t* word(std::size_t number) const {
        return shown_ == nullptr
                   ? nullptr
                   : reinterpret_cast<std::uint32_t*>(first(shown_) + number);
    }

  private:
    static Flag* first(void* memory) {
        return reinterpret_cast<Flag*>(static_cast<Board*>(memory) + 1);
    }

    SharedMemory memory_;
    void* shown_;
};

/// The messages of one number and size from one rank to another.
struct Channel {
    Flag* flag = nullptr;           ///< null: the receiver has not said yet
    std::uint32_t* word = nullptr;  ///< of the flag, as streams see it
    std::byte* window = nullptr;
    std::size_t bytes = 0;
    bool fills = false;                     ///< it sends
    std::uint64_t last = 0, last_task = 0;  ///< messages that were submitted
    std::int64_t iteration = -1;            ///< of the last one
    std::uint32_t uses = 0;                 ///< in that
    Moment received{-1, 0, 0};              ///< the last that has ended
    std::atomic<std::uint64_t> ended{0};
    /// What may not start yet.  StarPU starts it when its gate, an empty task,
    /// has been submitted.
    struct Closed {
        std::uint64_t after;  ///< messages that have to end before
        bool waits;           ///< for the other side; else the GPU does
        starpu_task* gate;
    };
    std::deque<Closed> closed{};

    bool is_open(std::uint64_t after, bool waits) const {
        return flag != nullptr &&
               ended.load(std::memory_order_acquire) >= after &&
               (!waits ||
                flag->full.load(std::memory_order_acquire) == (fills ? 0 : 1));
    }
    /// The next message has ended.
    void end() { ended.fetch_add(1, std::memory_order_release); }
};

struct Args {
    Channel* channel;
};

/// A task of its own has waited for the other side, and tells it at its end; in
/// a list the GPU does both.
void move(const Channel& its, std::byte* to, const std::byte* from,
          gpu::Stream stream) {
    const std::uint32_t before = its.fills ? 0 : 1;
    if (is_in_list()) gpu::wait_for(stream, its.word, before);
    gpu::copy_async(to, from, its.bytes, stream);
    if (is_in_list()) gpu::write(stream, its.word, 1 - before);
}

struct Put : WithoutModel {
    static constexpr auto name = "put";
    static constexpr auto crosses = Crosses::sends;
    using Args = detail::Args;
    static void gpu(const Args& args, Read<std::byte> array,
                    gpu::Stream stream) {
        move(*args.channel, args.channel->window, array.data(), stream);
    }
};

struct Take : WithoutModel {
    static constexpr auto name = "take";
    static constexpr auto crosses = Crosses::receives;
    using Args = detail::Args;
    static void gpu(const Args& args, Write<std::byte> array,
                    gpu::Stream stream) {
        move(*args.channel, array.data(), args.channel->window, stream);
    }
};

/// What each rank tells the others of its machine.
struct Introduction {
    int rank;
    pid_t process;
    int flags;  ///< file of its SharedMemory
    bool has_window;
    WindowHandle window;
};

/// What a receiver tells the sender: where a window is.
struct Place {
    MessageTag tag;
    std::uint64_t bytes;
    std::uint32_t flag;  ///< number
    std::uint32_t allocation;
    std::uint64_t offset;
    WindowHandle handle;
};

/// Gathers one value of each rank.
template <class T>
std::vector<T> gather(const T& own, MPI_Comm all) {
    int size = 1;
    MPI_Comm_size(all, &size);
    std::vector<T> values(static_cast<std::size_t>(size));
    check_mpi(MPI_Allgather(&own, sizeof(T), MPI_BYTE, values.data(), sizeof(T),
                            MPI_BYTE, all),
              "MPI_Allgather");
    return values;
}

}  // namespace

class Transfers::Courier {
  public:
    Courier(MPI_Comm machine, const Ranks& ranks) : ranks_{ranks.size()} {
        check_mpi(MPI_Comm_dup(machine, &machine_), "MPI_Comm_dup");
        meet_others(ranks.rank());
    }
    ~Courier();
    Courier(const Courier&) = delete;
    Courier& operator=(const Courier&) = delete;

    bool reaches(int rank) const { return peers_.contains(rank); }
    int reached() const { return static_cast<int>(peers_.size()); }
    bool all_reach_all() const { return all_; }

    template <class Kernel>
    void submit(Handle array, int peer, MessageTag tag, int priority,
                void* token);

  private:
    struct Peer {
        int number;  ///< among the ranks of the machine
        std::unique_ptr<Flags> flags;
        std::map<std::uint32_t, MappedWindow> mapped{};
    };
    using Key = std::tuple<int, MessageTag, std::size_t, bool>;

    class Message;

    void meet_others(int rank);
    void open_later(Channel& channel, Channel::Closed closed);
    void place_window(Channel& channel, int peer, MessageTag tag);
    Moment moment_of(Channel& channel);
    void tell_known();
    void end_receive(std::int64_t iteration);
    void see_disorder(std::int64_t iteration);
    FitsList fits_lists() const;
    void hear_places();
    void deliver();
    /// Calls `work` where the GPU of the messages is the current device.  That
    /// of this thread may be another one, which the process does not use.
    template <class Work>
    static void on_gpu(const Work& work) {
        std::thread{[&] {
            take_gpu();
            work();
        }}.join();
    }
    static void take_gpu() {
        gpu::check(TASUKI_GPU_API(SetDevice)(
                       starpu_worker_get_devid(session().gpu_workers.front())),
                   "select device");
    }

    int ranks_;  // of the whole run
    MPI_Comm machine_ = MPI_COMM_NULL;
    std::optional<Flags> flags_;
    std::map<int, Peer> peers_;  // by rank of the whole run
    bool all_ = false;           // of the machine reach all others

    // Where messages to this rank arrive.
    std::deque<GpuWindow> allocations_;
    std::size_t used_ = 0;  // of the last one [B]
    std::uint32_t windows_ = 0;
    std::deque<Place> places_;  // told
    std::vector<MPI_Request> telling_;

    /// Submissions of messages come one after the other.
    std::mutex submits_;
    std::mutex mutex_;  // for what follows
    std::condition_variable changed_;
    std::map<Key, Channel> channels_;
    Moment now_{};           // of the last message that was submitted
    bool received_ = false;  // it was received
    std::map<std::int64_t, int> receives_;  // that are open, by iteration
    std::vector<Channel*> waiting_;         // that have some closed
    bool ends_ = false;
    std::thread thread_;
};

class Transfers::Courier::Message final : public Crossing {
  public:
    /// @param number  in its channel, from 1
    Message(Courier& courier, Channel& channel, std::uint64_t number,
            const Moment& moment, void* token)
        : courier_{courier},
          channel_{channel},
          number_{number},
          moment_{moment},
          token_{token} {}

    const void* channel() const override { return &channel_; }
    FitsList fits_list() const override {
        const std::lock_guard lock{courier_.mutex_};
        return channel_.word == nullptr ? FitsList::no : courier_.fits_lists();
    }
    starpu_task* close_task() override {
        const std::lock_guard lock{courier_.mutex_};
        after_ = number_ - 1;
        channel_.last_task = number_;
        return close();
    }
    starpu_task* close_list() override {
        const std::lock_guard lock{courier_.mutex_};
        is_task_ = false;
        // Those in lists before it are before it on the GPU too.
        after_ = channel_.last_task;
        return close();
    }
    void open_later(starpu_task* gate) override {
        courier_.open_later(channel_, {after_, is_task_, gate});
    }
    void end() override {
        if (is_task_) end_task();
        if (!channel_.fills && moment_.iteration > 0) {
            channel_.received = moment_;
            courier_.end_receive(moment_.iteration);
        }
        channel_.end();
        message_ended(token_);
    }

  private:
    void end_task() {
        Flag& flag = *channel_.flag;
        if (moment_.iteration == 0) {
            // Of no iteration, which others would have to know.
        } else if (channel_.fills) {
            flag.message = number_;
            flag.iteration = moment_.iteration;
            flag.use = moment_.use;
            flag.phase[moment_.use % Flag::kMostUses] = moment_.phase;
        } else if (flag.message == number_ && !is_in_order(flag)) {
            courier_.see_disorder(moment_.iteration);
        }
        flag.full.store(channel_.fills ? 1 : 0, std::memory_order_release);
    }
    /// Whether it comes to be received if each rank does all in its order: it
    /// is sent in the same phase or before, and in a later one than that in
    /// which the message before it has left the window.  If that is so for all
    /// messages of an iteration, those of a phase come to an end when those of
    /// the phases before it have.
    bool is_in_order(const Flag& flag) const {
        if (flag.iteration != moment_.iteration || flag.use != moment_.use ||
            moment_.use >= Flag::kMostUses)
            return false;
        const auto sent = flag.phase[moment_.use];
        const Moment& before = channel_.received;
        return sent <= moment_.phase &&
               (before.iteration != moment_.iteration || before.phase < sent);
    }
    starpu_task* close() const {
        if (channel_.is_open(after_, is_task_)) return nullptr;
        starpu_task* const gate = starpu_task_create();
        gate->name = "gate";
        return gate;
    }

    Courier& courier_;
    Channel& channel_;
    std::uint64_t number_, after_ = 0;
    Moment moment_;
    bool is_task_ = true;
    void* token_;
};

void Transfers::Courier::open_later(Channel& channel, Channel::Closed closed) {
    {
        const std::lock_guard lock{mutex_};
        if (channel.closed.empty()) waiting_.push_back(&channel);
        channel.closed.push_back(closed);
        if (!thread_.joinable()) thread_ = std::thread{[this] { deliver(); }};
    }
    changed_.notify_all();
}

/// Whom this rank reaches, and who reaches it.
void Transfers::Courier::meet_others(int rank) {
    Introduction own{rank, getpid(), -1, false, {}};
    if (!session().gpu_workers.empty())
        on_gpu([&] {
            flags_.emplace(SharedMemory{kFlagBytes});
            const auto& first = allocations_.emplace_back(kAllocation);
            own.flags = flags_->file();
            own.has_window = flags_->are_there() && first.data() != nullptr;
            own.window = first.handle();
        });
    const auto all = gather(own, machine_);
    constexpr std::size_t kMost = 256;
    struct Maps {
        bool of[kMost];
    } own_maps{};
    std::map<int, Peer> peers;
    const auto map = [&](std::size_t k) {
        const Introduction& its = all[k];
        if (its.rank == rank || !its.has_window) return;
        Peer peer{static_cast<int>(k),
                  std::make_unique<Flags>(
                      SharedMemory{its.process, its.flags, kFlagBytes})};
        const auto& window =
            peer.mapped.try_emplace(0, its.window).first->second;
        own_maps.of[k] = window.data() != nullptr && peer.flags->are_there();
        if (own_maps.of[k]) peers.emplace(its.rank, std::move(peer));
    };
    if (own.has_window)
        on_gpu([&] {
            for (std::size_t k = 0; k < std::min(all.size(), kMost); ++k)
                map(k);
        });
    const auto by_others = gather(own_maps, machine_);
    int number = 0;
    MPI_Comm_rank(machine_, &number);
    if (own.has_window)
        on_gpu([&] {
            std::erase_if(peers, [&](const auto& peer) {
                return !by_others[peer.second.number].of[number];
            });
        });
    peers_ = std::move(peers);
    const auto counts = gather(reached(), machine_);
    all_ = std::ranges::all_of(counts, [&](int count) {
        return count + 1 == static_cast<int>(counts.size());
    });
}

Transfers::Courier::~Courier() {
    {
        const std::lock_guard lock{mutex_};
        ends_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
    MPI_Waitall(static_cast<int>(telling_.size()), telling_.data(),
                MPI_STATUSES_IGNORE);
    const bool has_gpu = flags_.has_value();
    if (has_gpu) on_gpu([this] { peers_.clear(); });
    // Nobody maps what is freed now.
    MPI_Barrier(machine_);
    if (has_gpu)
        on_gpu([this] {
            allocations_.clear();
            flags_.reset();
        });
    MPI_Comm_free(&machine_);
}

/// Of a channel that receives.
void Transfers::Courier::place_window(Channel& channel, int peer,
                                      MessageTag tag) {
    if (windows_ == kMostWindows)
        throw UnavailableError("messages of more than 16384 numbers and sizes");
    const std::size_t bytes =
        (channel.bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (used_ + bytes > allocations_.back().bytes()) {
        used_ = 0;
        on_gpu(
            [&] { allocations_.emplace_back(std::max(kAllocation, bytes)); });
        if (allocations_.back().data() == nullptr)
            throw UnavailableError(
                "no GPU memory is left for what other ranks send");
    }
    const GpuWindow& its = allocations_.back();
    channel.window = its.data() + used_;
    channel.flag = flags_->flag(windows_);
    channel.word = flags_->word(windows_);
    const Place& place = places_.emplace_back(
        Place{tag, channel.bytes, windows_++,
              static_cast<std::uint32_t>(allocations_.size() - 1), used_,
              its.handle()});
    used_ += bytes;
    check_mpi(MPI_Isend(&place, sizeof place, MPI_BYTE, peers_.at(peer).number,
                        0, machine_, &telling_.emplace_back()),
              "MPI_Isend");
}

template <class Kernel>
void Transfers::Courier::submit(Handle array, int peer, MessageTag tag,
                                int priority, void* token) {
    constexpr bool kFills = std::is_same_v<Kernel, Put>;
    const std::lock_guard in_order{submits_};
    std::unique_lock lock{mutex_};
    const std::size_t bytes = starpu_data_get_size(array);
    Channel& channel = channels_[{peer, tag, bytes, kFills}];
    if (channel.last == 0) {
        channel.fills = kFills;
        channel.bytes = bytes;
        if (!kFills) place_window(channel, peer, tag);
    }
    const std::uint64_t message = ++channel.last;
    const Moment moment = moment_of(channel);
    lock.unlock();
    const SubmitOptions options{// Another rank waits for it.
                                .priority = std::max(priority, 1),
                                .where = Where::gpu,
                                .worker = session().gpu_workers.front()};
    Packed<Kernel> packed{{}, {&channel}};
    clear_gaps(packed);
    const Buffer buffer{array, kFills ? Access::read : Access::write};
    submit_raw(session(), {record<Kernel>(),
                           &packed,
                           sizeof packed,
                           {&buffer, 1},
                           options,
                           std::make_shared<Message>(*this, channel, message,
                                                     moment, token)});
}

/// Of its next message.  One that was sent in a later phase than this rank is
/// in belongs to that phase.
Moment Transfers::Courier::moment_of(Channel& channel) {
    std::int64_t iteration = 0;  // without a Replay
    with_replay(session(), [&](const Replay& replay) {
        iteration = replay.counts().iterations;
        return true;
    });
    if (iteration == 0) return {};
    // Of another Replay.
    if (iteration < now_.iteration) flags_->board().disorder = 0;
    if (iteration != now_.iteration) {
        now_ = {iteration, 0, 0};
        received_ = false;
    }
    if (channel.iteration != iteration) channel.uses = 0;
    channel.iteration = iteration;
    now_.use = channel.uses++;
    if (channel.fills && received_) ++now_.phase;
    if (!channel.fills) {
        now_.phase = std::max(now_.phase,
                              channel.flag->phase[now_.use % Flag::kMostUses]);
        ++receives_[iteration];
    }
    received_ = !channel.fills;
    tell_known();
    return now_;
}

void Transfers::Courier::end_receive(std::int64_t iteration) {
    const std::lock_guard lock{mutex_};
    const auto found = receives_.find(iteration);
    if (--found->second == 0) receives_.erase(found);
    tell_known();
}

void Transfers::Courier::see_disorder(std::int64_t iteration) {
    const std::lock_guard lock{mutex_};
    auto& disorder = flags_->board().disorder;
    disorder = std::max(disorder.load(), iteration);
}

void Transfers::Courier::tell_known() {
    flags_->board().known =
        (receives_.empty() ? now_.iteration : receives_.begin()->first) - 1;
}

/// Of all ranks, in some iteration that all of them know.  Ranks of other
/// machines cannot be seen.
FitsList Transfers::Courier::fits_lists() const {
    if (!all_ || peers_.size() + 1 != static_cast<std::size_t>(ranks_))
        return FitsList::no;
    std::int64_t known = flags_->board().known;
    std::int64_t disorder = flags_->board().disorder;
    for (const auto& [rank, peer] : peers_) {
        known = std::min(known, peer.flags->board().known.load());
        disorder = std::max(disorder, peer.flags->board().disorder.load());
    }
    return known > disorder + kInOrder ? FitsList::yes : FitsList::not_yet;
}

/// Where the windows are that this rank fills.
void Transfers::Courier::hear_places() {
    for (;;) {
        int has = 0;
        MPI_Status status;
        check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, 0, machine_, &has, &status),
                  "MPI_Iprobe");
        if (has == 0) return;
        Place place;
        check_mpi(MPI_Recv(&place, sizeof place, MPI_BYTE, status.MPI_SOURCE, 0,
                           machine_, MPI_STATUS_IGNORE),
                  "MPI_Recv");
        const auto found = std::ranges::find_if(peers_, [&](const auto& peer) {
            return peer.second.number == status.MPI_SOURCE;
        });
        auto& [rank, peer] = *found;
        const auto& mapped =
            peer.mapped.try_emplace(place.allocation, place.handle)
                .first->second;
        if (mapped.data() == nullptr)
            fail(ExitCode::fault,
                 "a GPU does not reach memory of another rank that it has "
                 "reached before");
        Channel& channel = channels_[{rank, place.tag, place.bytes, true}];
        channel.window = mapped.data() + place.offset;
        channel.word = peer.flags->word(place.flag);
        channel.flag = peer.flags->flag(place.flag);
    }
}

/// Opens gates, on a thread of its own.
void Transfers::Courier::deliver() {
    using Clock = std::chrono::steady_clock;
    take_gpu();
    auto last = Clock::now();
    std::vector<starpu_task*> opened;
    std::unique_lock lock{mutex_};
    for (;;) {
        changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
        if (ends_) return;
        if (std::ranges::any_of(waiting_, [](const Channel* channel) {
                return channel->flag == nullptr;
            }))
            hear_places();
        for (Channel* const channel : waiting_)
            while (!channel->closed.empty() &&
                   channel->is_open(channel->closed.front().after,
                                    channel->closed.front().waits)) {
                opened.push_back(channel->closed.front().gate);
                channel->closed.pop_front();
            }
        std::erase_if(waiting_, [](const Channel* channel) {
            return channel->closed.empty();
        });
        lock.unlock();
        for (starpu_task* const gate : opened)
            if (starpu_task_submit(gate) != 0)
                fail(ExitCode::fault, "starpu_task_submit of a gate");
        if (!opened.empty())
            last = Clock::now();
        else if (Clock::now() - last < kBusy)
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(kNap);
        opened.clear();
        lock.lock();
    }
}

#else

/// Without GPUs nobody reaches another.
class Transfers::Courier {
  public:
    Courier(MPI_Comm, const Ranks&) {}
    static bool reaches(int) { return false; }
    static int reached() { return 0; }
    static bool all_reach_all() { return false; }
    template <class Kernel>
    void submit(Handle, int, MessageTag, int, void*) {}
};

namespace {
struct Put;
struct Take;
}  // namespace

#endif

Transfers::Transfers(MPI_Comm machine, const Ranks& ranks)
    : courier_{std::make_unique<Courier>(machine, ranks)} {}

Transfers::~Transfers() = default;

bool Transfers::reaches(int rank) const {
    return courier_->reaches(rank);
}

int Transfers::reached() const {
    return courier_->reached();
}

bool Transfers::all_reach_all() const {
    return courier_->all_reach_all();
}

void Transfers::send(Handle array, int to, MessageTag tag, int priority,
                     void* token) {
    courier_->submit<Put>(array, to, tag, priority, token);
}

void Transfers::receive(Handle array, int from, MessageTag tag, int priority,
                        void* token) {
    courier_->submit<Take>(array, from, tag, priority, token);
}

}  // namespace tasuki::runtime::detail

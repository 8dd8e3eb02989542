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
#include <thread>
#include <tuple>

#include "runtime/core/error.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/session.hpp"
#include "runtime/core/submit.hpp"
#include "runtime/mpi/gpu_window.hpp"
#include "runtime/mpi/mpi_ranks.hpp"
#include "runtime/mpi/shared_memory.hpp"

namespace tasuki::runtime::detail {

#if defined(TASUKI_HAS_GPU)

namespace {

/// Of one window, in memory of the rank that receives: how often it was filled
/// and emptied.  Each has a cache line, as each is written by another process.
struct Counters {
    alignas(64) std::atomic<std::uint64_t> filled;
    alignas(64) std::atomic<std::uint64_t> emptied;
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

/// From one rank that a rank receives from all together; memory that is not
/// used costs none.
constexpr std::size_t kMostWindows = std::size_t{1} << 16;
constexpr std::size_t kCounterBytes = kMostWindows * sizeof(Counters);

/// Windows are parts of allocations of this size, which are mapped as a whole
/// [B].
constexpr std::size_t kAllocation = std::size_t{4} << 20;
constexpr std::size_t kAlignment = 512;

/// A courier that has found nothing for so long looks less often.
constexpr std::chrono::milliseconds kBusy{1};
constexpr std::chrono::microseconds kNap{50};

/// The messages of one number and size from one rank to another.
struct Channel {
    Counters* counters = nullptr;  ///< null: the receiver has not said yet
    std::byte* window = nullptr;
    std::size_t bytes = 0;
    bool fills = false;      ///< it sends
    std::uint64_t last = 0;  ///< message that was submitted
    /// Messages whose tasks may not start yet.  StarPU starts them when their
    /// gate, an empty task, has been submitted.
    struct Closed {
        std::uint64_t message;
        starpu_task* gate;
    };
    std::deque<Closed> closed{};

    bool is_open(std::uint64_t message) const {
        if (counters == nullptr) return false;
        return fills ? counters->emptied.load(std::memory_order_acquire) + 1 >=
                           message
                     : counters->filled.load(std::memory_order_acquire) >=
                           message;
    }
    void count(std::uint64_t message) {
        (fills ? counters->filled : counters->emptied)
            .store(message, std::memory_order_release);
    }
};

struct Args {
    Channel* channel;
};

struct Put : WithoutModel {
    static constexpr auto name = "put";
    using Args = detail::Args;
    static void gpu(const Args& args, Read<std::byte> array,
                    gpu::Stream stream) {
        gpu::copy_async(args.channel->window, array.data(), args.channel->bytes,
                        stream);
    }
};

struct Take : WithoutModel {
    static constexpr auto name = "take";
    using Args = detail::Args;
    static void gpu(const Args& args, Write<std::byte> array,
                    gpu::Stream stream) {
        gpu::copy_async(array.data(), args.channel->window, args.channel->bytes,
                        stream);
    }
};

/// What each rank tells the others of its machine.
struct Introduction {
    int rank;
    pid_t process;
    int counters;  ///< file of its SharedMemory
    bool has_window;
    WindowHandle window;
};

/// What a receiver tells the sender: where a window is.
struct Place {
    MessageTag tag;
    std::uint64_t bytes;
    std::uint32_t counters;  ///< number
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
    Courier(MPI_Comm machine, int rank) : counters_{kCounterBytes} {
        check_mpi(MPI_Comm_dup(machine, &machine_), "MPI_Comm_dup");
        meet_others(rank);
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
        SharedMemory counters;
        std::map<std::uint32_t, MappedWindow> mapped{};
    };
    using Key = std::tuple<int, MessageTag, std::size_t, bool>;

    void meet_others(int rank);
    void place_window(Channel& channel, int peer, MessageTag tag);
    void hear_places();
    void deliver();
    static int device() {
        return starpu_worker_get_devid(session().gpu_workers.front());
    }

    MPI_Comm machine_ = MPI_COMM_NULL;
    SharedMemory counters_;
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
    std::vector<Channel*> waiting_;  // that have some closed
    bool ends_ = false;
    std::thread thread_;
};

/// Whom this rank reaches, and who reaches it.
void Transfers::Courier::meet_others(int rank) {
    Introduction own{rank, getpid(), counters_.file(), false, {}};
    if (!session().gpu_workers.empty() && counters_.data() != nullptr) {
        const auto& first = allocations_.emplace_back(device(), kAllocation);
        own.has_window = first.data() != nullptr;
        own.window = first.handle();
    }
    const auto all = gather(own, machine_);
    constexpr std::size_t kMost = 256;
    struct Maps {
        bool of[kMost];
    } own_maps{};
    std::map<int, Peer> peers;
    for (std::size_t k = 0; k < std::min(all.size(), kMost); ++k) {
        const Introduction& its = all[k];
        if (its.rank == rank || !its.has_window || !own.has_window) continue;
        Peer peer{static_cast<int>(k),
                  {its.process, its.counters, kCounterBytes}};
        const auto& window =
            peer.mapped.try_emplace(0, device(), its.window).first->second;
        own_maps.of[k] =
            window.data() != nullptr && peer.counters.data() != nullptr;
        if (own_maps.of[k]) peers.emplace(its.rank, std::move(peer));
    }
    const auto by_others = gather(own_maps, machine_);
    int number = 0;
    MPI_Comm_rank(machine_, &number);
    std::erase_if(peers, [&](const auto& peer) {
        return !by_others[peer.second.number].of[number];
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
    peers_.clear();
    // Nobody maps what is freed now.
    MPI_Barrier(machine_);
    allocations_.clear();
    MPI_Comm_free(&machine_);
}

/// Of a channel that receives.
void Transfers::Courier::place_window(Channel& channel, int peer,
                                      MessageTag tag) {
    if (windows_ == kMostWindows)
        throw UnavailableError("messages of more than 65536 numbers and sizes");
    const std::size_t bytes =
        (channel.bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (used_ + bytes > allocations_.back().bytes()) {
        used_ = 0;
        if (allocations_.emplace_back(device(), std::max(kAllocation, bytes))
                .data() == nullptr)
            throw UnavailableError(
                "no GPU memory is left for what other ranks send");
    }
    const GpuWindow& its = allocations_.back();
    channel.window = its.data() + used_;
    channel.counters = static_cast<Counters*>(counters_.data()) + windows_;
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
    starpu_task* gate = nullptr;
    if (!channel.is_open(message)) {
        gate = starpu_task_create();
        gate->name = "gate";
    }
    lock.unlock();
    // Another rank waits for it.
    SubmitOptions options{.priority = std::max(priority, 1),
                          .where = Where::gpu,
                          .worker = session().gpu_workers.front()};
    options.when_done = [&channel, message, token] {
        channel.count(message);
        message_ended(token);
    };
    Packed<Kernel> packed{{}, {&channel}};
    clear_gaps(packed);
    const Buffer buffer{array, kFills ? Access::read : Access::write};
    submit_raw(session(), {record<Kernel>(),
                           &packed,
                           sizeof packed,
                           {&buffer, 1},
                           options,
                           gate});
    if (gate == nullptr) return;
    lock.lock();
    if (channel.closed.empty()) waiting_.push_back(&channel);
    channel.closed.push_back({message, gate});
    if (!thread_.joinable()) thread_ = std::thread{[this] { deliver(); }};
    changed_.notify_all();
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
            peer.mapped.try_emplace(place.allocation, device(), place.handle)
                .first->second;
        if (mapped.data() == nullptr)
            fail(ExitCode::fault,
                 "a GPU does not reach memory of another rank that it has "
                 "reached before");
        Channel& channel = channels_[{rank, place.tag, place.bytes, true}];
        channel.window = mapped.data() + place.offset;
        channel.counters =
            static_cast<Counters*>(peer.counters.data()) + place.counters;
    }
}

/// Opens gates, on a thread of its own.
void Transfers::Courier::deliver() {
    using Clock = std::chrono::steady_clock;
    auto last = Clock::now();
    std::vector<starpu_task*> opened;
    std::unique_lock lock{mutex_};
    for (;;) {
        changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
        if (ends_) return;
        if (std::ranges::any_of(waiting_, [](const Channel* channel) {
                return channel->counters == nullptr;
            }))
            hear_places();
        for (Channel* const channel : waiting_)
            while (!channel->closed.empty() &&
                   channel->is_open(channel->closed.front().message)) {
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
    Courier(MPI_Comm, int) {}
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

Transfers::Transfers(MPI_Comm machine, int rank)
    : courier_{std::make_unique<Courier>(machine, rank)} {}

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

#include "runtime/mpi/windows.hpp"

#include <fmt/format.h>
#include <starpu.h>
#include <unistd.h>

#include <algorithm>
#include <ranges>

#include "runtime/core/error.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/round_up.hpp"
#include "runtime/core/session.hpp"
#include "runtime/mpi/gather.hpp"
#include "runtime/mpi/on_gpu.hpp"

namespace tasuki::runtime::detail {

namespace {

/// Of windows that several channels share [B].
constexpr std::size_t kWindow = std::size_t{4} << 20;
constexpr std::size_t kAlignment = 512;

/// What each rank tells the others of its machine.
struct Introduction {
    int rank;
    SharedFile flags;
    bool has_cpus;
    bool has_gpu;
    bool lends;           ///< memory of it
    WindowHandle window;  ///< there
};

/// Ways that are possible, from one side.
struct Reach {
    bool memory = false, gpu = false;
};

}  // namespace

Windows::Windows(MPI_Comm machine, int rank)
    : rank_{rank}, flags_{SharedMemory{Flags::kBytes}} {
    check_mpi(MPI_Comm_dup(machine, &machine_), "MPI_Comm_dup");
    MPI_Comm_size(machine_, &others_);
    if (--others_ == 0) {
        all_ = true;
        return;
    }
    on_gpu([this] { meet(); });
}

void Windows::meet() {
    Introduction own{.rank = rank_,
                     .flags = flags_.file(),
                     .has_cpus = starpu_cpu_worker_get_count() > 0,
                     .has_gpu = !session().gpu_workers.empty(),
                     .lends = false,
                     .window = {}};
    if (own.has_gpu) {
        flags_.show_to_streams();
        const Window& first = windows_.emplace_back(kWindow, true);
        own.lends = first.data() != nullptr;
        own.window = first.handle();
        last_[true] = {};
    }
    const auto all = gather(own, machine_);
    std::vector<Reach> reaches(all.size()), reached_by(all.size());
    for (std::size_t k = 0; k < all.size(); ++k) {
        const Introduction& its = all[k];
        if (its.rank == rank_ || !flags_.are_there()) continue;
        auto flags =
            std::make_unique<Flags>(SharedMemory{its.flags, Flags::kBytes});
        if (!flags->are_there()) continue;
        Peer& peer =
            peers_
                .emplace(its.rank, Peer{static_cast<int>(k), std::move(flags)})
                .first->second;
        reaches[k].memory = own.has_cpus && its.has_cpus;
        if (own.lends && its.lends)
            reaches[k].gpu =
                peer.mapped.try_emplace(0, its.window).first->second.data() !=
                nullptr;
    }
    check_mpi(
        MPI_Alltoall(reaches.data(), sizeof(Reach), MPI_BYTE, reached_by.data(),
                     sizeof(Reach), MPI_BYTE, machine_),
        "MPI_Alltoall");
    for (auto& [number, peer] : peers_) {
        const Reach &from = reaches[peer.number], &to = reached_by[peer.number];
        peer.way = from.gpu && to.gpu         ? Way::gpu
                   : from.memory && to.memory ? Way::memory
                                              : Way::mpi;
    }
    std::erase_if(peers_,
                  [](const auto& peer) { return peer.second.way == Way::mpi; });
    for (auto& [number, peer] : peers_)
        if (peer.way == Way::gpu) peer.flags->show_to_streams();
    Apart apart;
    for (const Introduction& its : all | std::views::reverse) {
        if (its.rank == rank_) continue;
        const Way found = way(its.rank);
        if (own.has_cpus && its.has_cpus && found == Way::mpi)
            apart.memory = its.rank;
        else if (own.has_gpu && its.has_gpu && found != Way::gpu)
            apart.gpu = its.rank;
    }
    agree(apart);
}

void Windows::agree(const Apart& apart) {
    struct Result {
        int rank, reached;
        Apart apart;
    };
    const auto all = gather(Result{rank_, reached(), apart}, machine_);
    all_ = std::ranges::all_of(
        all, [this](int count) { return count == others_; }, &Result::reached);
    // The first rank of those that are apart says it for all.
    const auto warn = [&](int Apart::*of, const char* text) {
        const auto first = std::ranges::find_if(
            all, [of](const Result& its) { return its.apart.*of >= 0; });
        if (first != all.end() && first->rank == rank_)
            logger().warn(fmt::runtime(text), rank_, first->apart.*of);
    };
    warn(&Apart::gpu,
         "not all GPUs of the ranks of this machine reach each other (CUDA or "
         "HIP IPC), as those of ranks {} and {}: messages between these go "
         "through host memory");
    warn(&Apart::memory,
         "not all ranks of this machine may map memory of each other, as ranks "
         "{} and {}: messages between these go by MPI");
}

Windows::~Windows() {
    told_.finish(machine_);
    on_gpu([this] {
        peers_.clear();
        // Nobody maps what is freed now.
        MPI_Barrier(machine_);
        windows_.clear();
        flags_.hide_from_streams();
    });
    MPI_Comm_free(&machine_);
}

Way Windows::way(int rank) const {
    const auto found = peers_.find(rank);
    return found == peers_.end() ? Way::mpi : found->second.way;
}

bool Windows::streams_reach(int rank) const {
    return way(rank) == Way::gpu && flags_.are_shown() &&
           peers_.at(rank).flags->are_shown();
}

int Windows::reached(Way way) const {
    return static_cast<int>(std::ranges::count_if(
        peers_, [way](const auto& peer) { return peer.second.way == way; }));
}

std::vector<int> Windows::ranks() const {
    std::vector<int> ranks;
    for (const auto& [rank, peer] : peers_) ranks.push_back(rank);
    return ranks;
}

Windows::Last& Windows::find_room(std::size_t bytes, bool gpu) {
    const auto known = last_.find(gpu);
    if (known != last_.end() &&
        known->second.used + bytes <= windows_[known->second.window].bytes())
        return known->second;
    on_gpu([&] { windows_.emplace_back(std::max(kWindow, bytes), gpu); });
    if (windows_.back().data() == nullptr)
        throw UnavailableError(
            fmt::format("no {} is left for what other ranks send",
                        gpu ? "GPU memory" : "shared memory"));
    return last_[gpu] = {static_cast<std::uint32_t>(windows_.size() - 1), 0};
}

void Windows::make(Channel& channel, int from, MessageTag tag) {
    if (channels_ == Flags::kMost)
        throw UnavailableError(
            fmt::format("messages of more than {} numbers (MessageTag) and "
                        "sizes from other "
                        "ranks: a number that is used again needs nothing new",
                        Flags::kMost));
    const std::size_t bytes = round_up(channel.bytes, kAlignment);
    Last& last = find_room(bytes, channel.on_gpu);
    const Window& window = windows_[last.window];
    const Place place{tag,         channel.first, channels_++,
                      last.window, last.used,     window.handle()};
    last.used += bytes;
    channel.window = window.data() + place.offset;
    channel.word = flags_.word(place.flag);
    channel.flag = flags_.flag(place.flag);
    told_.tell(place, peers_.at(from).number, machine_);
}

bool Windows::hear(const Find& find) {
    return told_.hear(machine_, [&](const Place& place, int from) {
        auto& [rank, peer] = *std::ranges::find_if(
            peers_,
            [from](const auto& its) { return its.second.number == from; });
        if (!peer.mapped.contains(place.window))
            on_gpu([&, &its = peer] {
                its.mapped.try_emplace(place.window, place.handle);
            });
        const MappedWindow& mapped = peer.mapped.at(place.window);
        if (mapped.data() == nullptr) {
            // Whoever started the ranks sees that, and ends this one too.
            if (has_ended(place.handle.process)) return;
            throw FaultError{
                "memory of another rank that was reached before is not any "
                "more"};
        }
        Channel& channel = find(rank, place.tag, place.bytes);
        channel.window = mapped.data() + place.offset;
        channel.word = peer.flags->word(place.flag);
        channel.flag = peer.flags->flag(place.flag);
    });
}

}  // namespace tasuki::runtime::detail

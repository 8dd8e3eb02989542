#include "runtime/mpi/windows.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/round_up.hpp"
#include "runtime/core/session.hpp"
#include "runtime/gpu/stream_flags.hpp"
#include "runtime/mpi/mpi_ranks.hpp"
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

/// What a rank reaches of another one.
struct Reach {
    bool memory = false, gpu = false;
};

}  // namespace

void Flags::show_to_streams() {
    if (are_there()) shown_ = gpu::show_to_streams(memory_.data(), kBytes);
}

void Flags::hide_from_streams() {
    if (shown_ != nullptr) gpu::hide_from_streams(memory_.data());
    shown_ = nullptr;
}

void Flags::give(std::size_t number, Channel& channel) const {
    if (shown_ != nullptr)
        channel.word = reinterpret_cast<std::uint32_t*>(
            static_cast<Flag*>(shown_) + number);
    channel.flag = static_cast<Flag*>(memory_.data()) + number;
}

Windows::Windows(MPI_Comm machine, int rank, Exchange asked)
    : machine_{machine}, rank_{rank}, asked_{asked} {
    if (asked_ != Exchange::network) on_gpu([this] { meet(); });
}

void Windows::meet() {
    Introduction own{.rank = rank_,
                     .flags = flags_.file(),
                     .has_cpus = starpu_cpu_worker_get_count() > 0,
                     .has_gpu = !session().gpu_workers.empty(),
                     .lends = false,
                     .window = {}};
    if (own.has_gpu && asked_ != Exchange::host) {
        flags_.show_to_streams();
        const Window& first = windows_.emplace_back(kWindow, true);
        own.lends = first.data() != nullptr;
        own.window = first.handle();
        last_[true] = {};
    }
    const auto all = gather(own, machine_);
    const int count = static_cast<int>(all.size());
    std::vector<Reach> reaches(all.size()), of_all(all.size() * all.size());
    int number = 0;
    for (int k = 0; k < count; ++k) {
        const Introduction& its = all[k];
        if (its.rank == rank_) number = k;
        if (its.rank == rank_ || !flags_.are_there()) continue;
        auto flags = std::make_unique<Flags>(its.flags);
        if (!flags->are_there()) continue;
        Peer& peer =
            peers_.emplace(its.rank, Peer{k, std::move(flags)}).first->second;
        reaches[k].memory = own.has_cpus && its.has_cpus;
        if (own.lends && its.lends)
            reaches[k].gpu =
                peer.mapped.try_emplace(0, its.window).first->second.data() !=
                nullptr;
    }
    const int bytes = count * static_cast<int>(sizeof(Reach));
    check_mpi(MPI_Allgather(reaches.data(), bytes, MPI_BYTE, of_all.data(),
                            bytes, MPI_BYTE, machine_),
              "MPI_Allgather");
    const auto between = [&](int a, int b) {
        const Reach &to = of_all[a * count + b], &back = of_all[b * count + a];
        return to.gpu && back.gpu         ? Exchange::copy
               : to.memory && back.memory ? Exchange::host
                                          : Exchange::network;
    };
    for (auto& [rank, peer] : peers_) {
        peer.exchange = between(number, peer.number);
        if (peer.exchange != Exchange::copy) continue;
        peer.flags->show_to_streams();
        // As tasks, which a list is not made of, two for a message are dearer
        // than a copy.
        if (asked_ != Exchange::copy && session().captures &&
            session().gpu_workers.size() == 1 && flags_.are_shown() &&
            peer.flags->are_shown())
            peer.exchange = Exchange::stores;
    }
    std::erase_if(peers_, [](const auto& its) {
        return its.second.exchange == Exchange::network;
    });
    // The first rank of those that are apart says it for all.
    const auto warn = [&](const char* text, const auto& are_apart) {
        for (int a = 0; a < count; ++a)
            for (int b = a + 1; b < count; ++b)
                if (are_apart(all[a], all[b], between(a, b))) {
                    if (a == number)
                        logger().warn(fmt::runtime(text), all[a].rank,
                                      all[b].rank);
                    return;
                }
    };
    if (asked_ != Exchange::host)
        warn(
            "not all GPUs of the ranks of this machine reach each other (CUDA "
            "or HIP IPC), as those of ranks {} and {}: messages between these "
            "go through host memory",
            [](const auto& a, const auto& b, Exchange found) {
                return a.has_gpu && b.has_gpu && found != Exchange::copy &&
                       !(a.has_cpus && b.has_cpus &&
                         found == Exchange::network);
            });
    warn(
        "not all ranks of this machine may map memory of each other, as ranks "
        "{} and {}: messages between these go by MPI",
        [](const auto& a, const auto& b, Exchange found) {
            return a.has_cpus && b.has_cpus && found == Exchange::network;
        });
}

Windows::~Windows() {
    on_gpu([this] {
        peers_.clear();
        // Nobody maps what is freed now.
        MPI_Barrier(machine_);
        windows_.clear();
        flags_.hide_from_streams();
    });
}

Exchange Windows::exchange_with(int rank) const {
    const auto found = peers_.find(rank);
    return found == peers_.end() ? Exchange::network : found->second.exchange;
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

Place Windows::make(Channel& channel) {
    if (channels_ == Flags::kMost)
        throw UnavailableError(
            fmt::format("messages of more than {} numbers (MessageTag) and "
                        "sizes from other "
                        "ranks: a number that is used again needs nothing new",
                        Flags::kMost));
    const std::size_t bytes = round_up(channel.bytes, kAlignment);
    Last& last = find_room(bytes, channel.on_gpu);
    const Window& window = windows_[last.window];
    const Place place{channel.tag, channel.first, channels_++,
                      last.window, last.used,     window.handle()};
    last.used += bytes;
    channel.window = window.data() + place.offset;
    flags_.give(place.number, channel);
    return place;
}

void Windows::open(Channel& channel, const Place& place) {
    Peer& peer = peers_.at(channel.peer);
    if (!peer.mapped.contains(place.window))
        on_gpu([&] { peer.mapped.try_emplace(place.window, place.handle); });
    const Window& mapped = peer.mapped.at(place.window);
    if (mapped.data() == nullptr) {
        // Whoever started the ranks sees that, and ends this one too.
        if (has_ended(place.handle.process)) return;
        throw FaultError{
            "memory of another rank that was reached before is not any more"};
    }
    channel.window = mapped.data() + place.offset;
    peer.flags->give(place.number, channel);
}

}  // namespace tasuki::runtime::detail

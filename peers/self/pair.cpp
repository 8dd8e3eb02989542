#include "peers/self/pair.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <vector>

#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "runtime/gpu/stream_flags.hpp"

namespace tasuki::peers::self {

namespace {

using runtime::detail::SharedMemory;

/// Of GPU memory [B]; the flag of a window has one of its own.
constexpr std::size_t kLine = 256;

std::size_t window_bytes(std::size_t most) {
    return most + kLine;
}
std::uint32_t* flag_of(std::byte* window, std::size_t most) {
    return reinterpret_cast<std::uint32_t*>(window + most);
}

constexpr std::size_t kWordsBytes = 4096;  // a page

std::uint32_t* shown(const SharedMemory& words) {
    return words.data() == nullptr
               ? nullptr
               : static_cast<std::uint32_t*>(
                     gpu::show_to_streams(words.data(), kWordsBytes));
}

/// A value of each rank.
template <class T>
std::vector<T> gather(const runtime::Ranks& ranks, const T& own) {
    std::vector<T> all;
    for (const auto& bytes :
         ranks.gather({reinterpret_cast<const char*>(&own), sizeof own}))
        std::memcpy(&all.emplace_back(), bytes.data(), sizeof own);
    return all;
}

}  // namespace

End::End(int its_number, int its_device, std::size_t most, bool lends)
    : number{its_number},
      device{its_device},
      stream{its_device, streams::Urgency::most},
      findings{its_device, 1},
      most_{most},
      messages_{its_device, 2 * most},
      blocks_{its_device, 1},
      words_{kWordsBytes},
      shown_{shown(words_)} {
    if (lends) lent_.emplace(window_bytes(most), true);
    if (!lent_ || lent_->data() == nullptr) own_ = {device, window_bytes(most)};
    const auto zero = [&](void* memory, std::size_t bytes) {
        gpu::check(TASUKI_GPU_API(MemsetAsync)(memory, 0, bytes, stream.get()),
                   "clear memory");
    };
    zero(findings.data(), findings.bytes());
    zero(blocks_.data(), blocks_.bytes());
    zero(window(), window_bytes(most));
    for (int round = 0; round < 2; ++round)
        fill(messages_.data() + round * most, most, message(number, round),
             stream.get());
    stream.wait();
}

End::~End() {
    streams::select(device);
    if (shows_theirs_) gpu::hide_from_streams(their_words_.data());
    if (shown_ != nullptr) gpu::hide_from_streams(words_.data());
}

End::Address End::address() const {
    return {lent_ ? lent_->handle() : runtime::detail::WindowHandle{}, getpid(),
            words_.file(), shown_ != nullptr, !own_};
}

void End::reach(const Address& other) {
    streams::select(device);
    if (other.lends) theirs_ = mapped_.emplace(other.window).data();
    if (!other.waits || shown_ == nullptr) return;
    their_words_ = {other.words, kWordsBytes};
    their_shown_ = shown(their_words_);
    shows_theirs_ = their_shown_ != nullptr;
}

void End::leave() {
    streams::select(device);
    mapped_.reset();
}

void End::reach(const End& other) {
    theirs_ = other.window();
    their_shown_ = other.shown_;
}

PingPong End::ping_pong(std::size_t bytes, int rounds,
                        std::uint32_t base) const {
    return {.out = {theirs_, flag_of(theirs_, most_), blocks_.data()},
            .window = window(),
            .flag = flag_of(window(), most_),
            .sends = {sends(0), sends(1)},
            .receives = {receives(0), receives(1)},
            .bytes = bytes,
            .rounds = rounds,
            .base = base,
            .starts = number == 0,
            .found = findings.data()};
}

void End::clear(std::size_t bytes) const {
    streams::select(device);
    gpu::check(TASUKI_GPU_API(MemsetAsync)(window(), 0, bytes, stream.get()),
               "clear a window");
    stream.wait();
}

Found End::found() const {
    streams::select(device);
    stream.wait();
    Found found;
    findings.read({&found, 1});
    const Found none{};
    findings.write({&none, 1});
    return found;
}

Pair::Pair(const runtime::Ranks& ranks, std::size_t most)
    : ranks_{ranks}, most_{(most + kLine - 1) / kLine * kLine} {
    if (ranks.size() > 2)
        throw runtime::UsageError(
            fmt::format("bench self measures between two ranks, found {}: "
                        "start it with mpirun -np 2, or alone",
                        ranks.size()));
    const auto gpus = runtime::gpu_devices();
    if (!all(!gpus.empty()))
        throw runtime::NoGpuError("bench self measures GPUs, and none is here");
    const auto& gpu = gpus[ranks.local_rank() % gpus.size()];
    const int own[] = {gpu.number};
    runtime::open_gpus(own);

    const bool alone = !ranks.several();
    setting_.ranks = ranks.size();
    setting_.gpus =
        ranks.gather(fmt::format("GPU {} ({})", gpu.number, gpu.name));
    auto ids = ranks.gather(gpu.id);
    if (alone) {
        setting_.gpus.push_back(setting_.gpus.front());
        ids.push_back(ids.front());
    }
    setting_.one_gpu = ids[0] == ids[1];
    // Kernels of two processes take turns, each with all of the GPU.
    blocks_ = std::max(1, gpu.multiprocessors / (alone ? 2 : 1));

    // Of an end: two messages and a window.
    const std::size_t needed = (setting_.one_gpu ? 2 : 1) * 3 * most_;
    const std::size_t there = runtime::free_gpu_memory(gpu.number);
    if (!all(needed + needed / 16 <= there))
        throw runtime::UnavailableError(fmt::format(
            "messages of {} bytes need {} MiB of GPU memory, {} MiB are free: "
            "--sizes has the sizes of messages",
            most, needed >> 20, there >> 20));
    streams::select(gpu.number);
    for (int k = 0; k < (alone ? 2 : 1); ++k)
        ends_.push_back(
            std::make_unique<End>(ranks.rank() + k, gpu.number, most_, !alone));
    connect();
}

void Pair::connect() {
    if (!ranks_.several()) {
        ends_[0]->reach(*ends_[1]);
        ends_[1]->reach(*ends_[0]);
    } else {
        const auto addresses = gather(ranks_, ends_[0]->address());
        if (ranks_.local_size() == 2)
            ends_[0]->reach(addresses[1 - ranks_.rank()]);
    }
    mapped_ = all(ends_[0]->their_window() != nullptr);
}

Pair::~Pair() {
    // After an error the other rank may not come.
    if (!ranks_.several() || std::uncaught_exceptions() > 0) return;
    // Nobody maps what is freed then.
    ends_[0]->leave();
    ranks_.barrier();
}

void Pair::check_found(const std::string& what, std::size_t wrong) const {
    double sums[] = {0, static_cast<double>(wrong)};
    for (const auto& end : ends_) {
        const Found found = end->found();
        sums[0] += found.late;
        sums[1] += found.wrong;
    }
    ranks_.sum(sums);
    if (sums[0] > 0)
        throw runtime::FaultError(
            fmt::format("{}: a kernel has waited for seconds for what another "
                        "one should have sent",
                        what));
    if (sums[1] > 0)
        throw runtime::FaultError(fmt::format(
            "{}: {} words have come that were not sent", what, sums[1]));
}

}  // namespace tasuki::peers::self

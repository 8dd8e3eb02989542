#include "runtime/mpi/carrier.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <new>
#include <thread>
#include <utility>

#include "runtime/core/error.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/core/round_up.hpp"
#include "runtime/gpu/stream_flags.hpp"
#include "runtime/mpi/announcements.hpp"
#include "runtime/mpi/on_gpu.hpp"

namespace tasuki::runtime::detail {

namespace {

/// Of what MPI counts, so that an int is enough [B].
constexpr std::size_t kUnit = 64;
constexpr std::size_t kPage = 4096;
/// That any MPI has.
constexpr int kLeastTags = 32767;
/// At the end, for the next thing to happen to messages that have left.
constexpr std::chrono::seconds kPatience{10};

void* pages(std::size_t bytes) {
    void* const memory = std::aligned_alloc(kPage, bytes);
    if (memory == nullptr) throw std::bad_alloc{};
    return std::memset(memory, 0, bytes);
}

MPI_Datatype unit_type() {
    static const MPI_Datatype type = [] {
        MPI_Datatype made = MPI_DATATYPE_NULL;
        MPI_Type_contiguous(kUnit, MPI_BYTE, &made);
        MPI_Type_commit(&made);
        return made;
    }();
    return type;
}

}  // namespace

Carrier::Load::Load(const Channel& channel, bool from_gpu)
    : sends{channel.sends},
      bytes{round_up(channel.bytes, kUnit)},
      size_{round_up(2 * kUnit + (channel.on_gpu && from_gpu ? 0 : bytes),
                     kPage)},
      memory_{pages(size_)},
      has_gpu_{channel.on_gpu} {
    auto* const first = static_cast<std::byte*>(memory_);
    flag = reinterpret_cast<Flag*>(first);
    signature = reinterpret_cast<Signature*>(first + kUnit);
    window = first + 2 * kUnit;
    if (!has_gpu_) return;
    on_gpu([&] {
        shown_ = gpu::show_to_streams(memory_, size_);
        word = static_cast<std::uint32_t*>(shown_);
        if (from_gpu) on_gpu_ = std::make_unique<Window>(bytes, true);
    });
    // Where streams cannot wait for it, they copy all the same.
    if (shown_ == nullptr) starpu_memory_pin(memory_, size_);
    if (!from_gpu) return;
    window = on_gpu_->data();
    if (window == nullptr)
        throw UnavailableError("no GPU memory is left for messages by MPI");
}

Carrier::Load::~Load() {
    if (has_gpu_)
        on_gpu([this] {
            on_gpu_.reset();
            if (shown_ != nullptr) gpu::hide_from_streams(memory_);
            if (shown_ == nullptr) starpu_memory_unpin(memory_, size_);
        });
    std::free(memory_);
}

Carrier::Carrier(MPI_Comm ranks) : ranks_{ranks} {
    int* largest = nullptr;
    int is_there = 0;
    MPI_Comm_get_attr(ranks_, MPI_TAG_UB, &largest, &is_there);
    most_channels_ =
        (is_there != 0 ? *largest : kLeastTags) - Announcements::kNumber;
}

/// What is on its way arrives before: a message may be sent and not received.
Carrier::~Carrier() {
    using Clock = std::chrono::steady_clock;
    MPI_Request all_have_sent = MPI_REQUEST_NULL;
    auto last = Clock::now();
    for (int is_done = 0; is_done == 0; std::this_thread::yield()) {
        if (carry()) last = Clock::now();
        if (all_have_sent != MPI_REQUEST_NULL)
            check_mpi(MPI_Test(&all_have_sent, &is_done, MPI_STATUS_IGNORE),
                      "MPI_Test");
        else if (!sends())
            check_mpi(MPI_Ibarrier(ranks_, &all_have_sent), "MPI_Ibarrier");
        else if (Clock::now() - last > kPatience) {
            use_last_resort(ExitCode::fault,
                            "a message to another rank is not received there");
            break;
        }
    }
    for (MPI_Request& request : requests_) {
        int is_done = 0;
        MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
        if (is_done == 0) {
            MPI_Cancel(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Request_free(&request);
    }
}

/// Makes its window, and the requests.
void Carrier::add(Channel& channel, int number) {
    const std::lock_guard lock{mutex_};
    Load& load = loads_.emplace_back(channel, from_gpu_);
    const auto add_request = [&](void* memory, std::size_t bytes) {
        const int units = static_cast<int>(bytes / kUnit);
        MPI_Request* const its = &requests_.emplace_back();
        if (load.sends)
            check_mpi(MPI_Send_init(memory, units, unit_type(), channel.peer,
                                    number, ranks_, its),
                      "MPI_Send_init");
        else
            check_mpi(MPI_Recv_init(memory, units, unit_type(), channel.peer,
                                    number, ranks_, its),
                      "MPI_Recv_init");
    };
    add_request(load.signature, kUnit);
    add_request(load.window, load.bytes);
    channel.window = load.window;
    channel.word = load.word;
    channel.flag = load.flag;
}

Place Carrier::make(Channel& channel) {
    if (channels_ == most_channels_)
        throw UnavailableError(
            fmt::format("messages of more than {} numbers (MessageTag) and "
                        "sizes from other "
                        "ranks: this MPI has no more tags",
                        most_channels_));
    // MPI's: those of messages follow that of announcements.
    const int number = Announcements::kNumber + ++channels_;
    add(channel, number);
    return {.tag = channel.tag,
            .bytes = channel.first,
            .number = static_cast<std::uint32_t>(number),
            .window = 0,
            .offset = 0,
            .handle = {}};
}

void Carrier::open(Channel& channel, const Place& place) {
    add(channel, static_cast<int>(place.number));
}

bool Carrier::carry() {
    const std::lock_guard lock{mutex_};
    // MPI may use the device of the thread.
    if (from_gpu_ && !std::exchange(is_selected_, true)) select_gpu();
    bool was_due = finish_requests();
    for (std::size_t k = 0; k < loads_.size(); ++k) {
        const Load& load = loads_[k];
        const std::uint32_t due = load.sends ? 1 : 0;
        if (load.open > 0 ||
            load.flag->full.load(std::memory_order_acquire) != due)
            continue;
        start(k);
        was_due = true;
    }
    return was_due;
}

/// Whether a message is on its way from here.
bool Carrier::sends() const {
    return std::ranges::any_of(
        loads_, [](const Load& l) { return l.sends && l.open > 0; });
}

void Carrier::start(std::size_t number) {
    Load& load = loads_[number];
    if (load.sends) *load.signature = load.flag->signature;
    // Both have one number, and come in this order.
    for (const std::size_t k : {2 * number, 2 * number + 1})
        check_mpi(MPI_Start(&requests_[k]), "MPI_Start");
    load.open = 2;
}

/// @return  whether any has
bool Carrier::finish_requests() {
    finished_.resize(requests_.size());
    int count = 0;
    check_mpi(MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(),
                           &count, finished_.data(), MPI_STATUSES_IGNORE),
              "MPI_Testsome");
    if (count == MPI_UNDEFINED) return false;
    for (int k = 0; k < count; ++k) {
        Load& load = loads_[static_cast<std::size_t>(finished_[k]) / 2];
        if (--load.open > 0) continue;
        if (!load.sends) load.flag->signature = *load.signature;
        load.flag->full.store(load.sends ? 0 : 1, std::memory_order_release);
    }
    return count > 0;
}

}  // namespace tasuki::runtime::detail

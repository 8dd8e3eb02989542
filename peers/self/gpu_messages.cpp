// Messages between kernels, and their contents.
#include "peers/self/kernels.hpp"

namespace tasuki::peers::self {

namespace {

constexpr int kThreads = 256;
constexpr int kBlocks = 528;  // enough for any GPU to be full

TASUKI_DEVICE std::size_t number_of_thread() {
    return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
}
TASUKI_DEVICE std::size_t count_of_threads() {
    return std::size_t{gridDim.x} * blockDim.x;
}

__global__ void fill_kernel(std::uint32_t* to, std::size_t words,
                            std::uint32_t message) {
    for (std::size_t i = number_of_thread(); i < words; i += count_of_threads())
        to[i] = word_of(message, i);
}

/// By all threads of the kernel.
TASUKI_DEVICE void check_words(const std::uint32_t* from, std::size_t words,
                               std::uint32_t message, Found* found) {
    std::uint32_t wrong = 0;
    for (std::size_t i = number_of_thread(); i < words; i += count_of_threads())
        wrong += from[i] != word_of(message, i);
    if (wrong > 0) atomicAdd(&found->wrong, wrong);
}

__global__ void check_kernel(const std::uint32_t* from, std::size_t words,
                             std::uint32_t message, Found* found) {
    check_words(from, words, message, found);
}

__global__ void empty_kernel() {}

__global__ void signal_kernel(std::uint32_t* flag, std::uint32_t number) {
    gpu::signal(flag, number);
}

/// As gpu::wait(), for a flag of one block.
TASUKI_DEVICE bool wait_by_exchange(const gpu::Grid& all, std::uint32_t* flag,
                                    std::uint32_t number) {
    bool came = true;
    if (all.thread() == 0) {
        const long long begin = gpu::ticks();
        while (!(came = atomicExch_system(flag, 0u) == number) &&
               gpu::ticks() - begin < kPatience) {
        }
        __threadfence_system();
    }
    return all.agree(came);
}

template <Wait kWait, bool kChecked>
TASUKI_DEVICE bool receive(const gpu::Grid& all, const PingPong& end,
                           int round) {
    const std::uint32_t number = end.base + round + 1;
    const bool came = kWait == Wait::exchange
                          ? wait_by_exchange(all, end.flag, number)
                          : gpu::wait(all, end.flag, number, kPatience);
    if (!came) {
        if (all.thread() == 0) atomicAdd(&end.found->late, 1u);
        return false;
    }
    if (kChecked)
        check_words(
            reinterpret_cast<const std::uint32_t*>(end.window), end.bytes / 4,
            round % 2 == 0 ? end.receives[0] : end.receives[1], end.found);
    return true;
}

template <Wait kWait, bool kChecked>
__global__ void __launch_bounds__(1024) ping_pong_kernel(PingPong end) {
    const gpu::Grid all;
    for (int round = 0; round < end.rounds; ++round) {
        if (!end.starts && !receive<kWait, kChecked>(all, end, round)) return;
        gpu::put_signal(all, end.out,
                        round % 2 == 0 ? end.sends[0] : end.sends[1], end.bytes,
                        end.base + round + 1);
        if (end.starts && !receive<kWait, kChecked>(all, end, round)) return;
    }
}

}  // namespace

void fill(void* to, std::size_t bytes, std::uint32_t message,
          gpu::Stream stream) {
    fill_kernel<<<kBlocks, kThreads, 0, stream>>>(
        static_cast<std::uint32_t*>(to), bytes / 4, message);
    gpu::check(TASUKI_GPU_API(GetLastError)(), "fill");
}

void check(const void* from, std::size_t bytes, std::uint32_t message,
           Found* found, gpu::Stream stream) {
    check_kernel<<<kBlocks, kThreads, 0, stream>>>(
        static_cast<const std::uint32_t*>(from), bytes / 4, message, found);
    gpu::check(TASUKI_GPU_API(GetLastError)(), "check");
}

void launch_empty(gpu::Stream stream) {
    empty_kernel<<<1, 1, 0, stream>>>();
    gpu::check(TASUKI_GPU_API(GetLastError)(), "empty kernel");
}

void launch_signal(std::uint32_t* flag, std::uint32_t number,
                   gpu::Stream stream) {
    signal_kernel<<<1, 1, 0, stream>>>(flag, number);
    gpu::check(TASUKI_GPU_API(GetLastError)(), "signal");
}

void launch_ping_pong(const PingPong& end, Shape shape, Wait wait, bool checked,
                      gpu::Stream stream) {
    const auto kernel =
        wait == Wait::exchange
            ? (checked ? ping_pong_kernel<Wait::exchange, true>
                       : ping_pong_kernel<Wait::exchange, false>)
            : (checked ? ping_pong_kernel<Wait::poll, true>
                       : ping_pong_kernel<Wait::poll, false>);
    kernel<<<shape.blocks, shape.threads, 0, stream>>>(end);
    gpu::check(TASUKI_GPU_API(GetLastError)(), "ping-pong");
}

}  // namespace tasuki::peers::self

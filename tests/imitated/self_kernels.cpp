// The kernels of peers/self on threads of the host, and in the order of their
// streams: what a stream does next waits for a number that the thread writes.
#include "tests/imitated/self_kernels.hpp"

#include <atomic>
#include <cstring>
#include <functional>
#include <thread>

#include "peers/self/kernels.hpp"
#include "runtime/gpu/stream_flags.hpp"

namespace tasuki::peers::self {

namespace {

/// Runs `body` when all before it on the stream has ended.
void launch(gpu::Stream stream, const std::function<void()>& body) {
    static auto* const numbers =
        static_cast<std::uint32_t*>(gpu::allocate_pinned(4 * 1024));
    static std::uint32_t launches = 0;
    auto* const begins = numbers + 2 * (launches % 512);
    auto* const ends = begins + 1;
    const std::uint32_t number = ++launches;
    gpu::write(stream, begins, number);
    gpu::wait_for(stream, ends, number);
    std::thread{[=] {
        while (gpu::load_acquire(begins) != number) std::this_thread::yield();
        body();
        gpu::store_release(ends, number);
    }}.detach();
}

/// What tests break.
std::atomic<test::Fault> fault = test::Fault::none;

/// Lets others have the CPU: here a kernel takes one.
bool wait(const std::uint32_t* flag, std::uint32_t number) {
    const long long begin = gpu::ticks();
    while (!gpu::reached(flag, number) && gpu::ticks() - begin < kPatience)
        std::this_thread::yield();
    return gpu::wait(gpu::Grid{}, flag, number, 0);
}

bool receive(const PingPong& end, int round, bool checked) {
    if (!wait(end.flag, end.base + round + 1)) {
        end.found->late = 1;
        return false;
    }
    const auto* words = reinterpret_cast<const std::uint32_t*>(end.window);
    for (std::size_t i = 0; checked && i < end.bytes / 4; ++i)
        end.found->wrong += words[i] != word_of(end.receives[round % 2], i);
    return true;
}

}  // namespace

namespace test {

void break_self(Fault what) {
    fault = what;
}

}  // namespace test

void fill(void* to, std::size_t bytes, std::uint32_t message,
          gpu::Stream stream) noexcept {
    launch(stream, [=] {
        auto* words = static_cast<std::uint32_t*>(to);
        for (std::size_t i = 0; i < bytes / 4; ++i)
            words[i] = word_of(message, i);
    });
}

void check(const void* from, std::size_t bytes, std::uint32_t message,
           Found* found, gpu::Stream stream) noexcept {
    launch(stream, [=] {
        const auto* words = static_cast<const std::uint32_t*>(from);
        for (std::size_t i = 0; i < bytes / 4; ++i)
            found->wrong += words[i] != word_of(message, i);
    });
}

void launch_empty(gpu::Stream stream) noexcept {
    launch(stream, [] {});
}

void launch_signal(std::uint32_t* flag, std::uint32_t number,
                   gpu::Stream stream) noexcept {
    launch(stream, [=] { gpu::signal(flag, number); });
}

const char* why_no_launch_from_kernels() noexcept {
    return "threads are no kernels";
}
void launch_from_kernel(std::uint32_t*, std::uint32_t, int, Found*,
                        gpu::Stream) noexcept {}

void launch_ring(const Ring& ring, std::uint32_t head, std::size_t bytes,
                 int count, std::uint32_t first, Found* found,
                 gpu::Stream stream) noexcept {
    launch(stream, [=] {
        std::uint32_t at = head, word = first;
        for (int n = 0; n < count; ++n) {
            for (std::size_t w = 0; w < bytes / 4; ++w) {
                ring.words[(at + w) % Ring::kWords] =
                    word ^ (fault == test::Fault::attribute && n == 3);
                word = next_word(word);
            }
            at += ring_words(bytes);
            gpu::signal(ring.head, at);
            if (!wait(ring.tail, at)) {
                found->late = 1;
                return;
            }
        }
    });
}

void launch_ping_pong(const PingPong& end, Shape, Wait, bool checked,
                      gpu::Stream stream) noexcept {
    launch(stream, [=] {
        for (int round = 0; round < end.rounds; ++round) {
            if (!end.starts && !receive(end, round, checked)) return;
            // The flag comes first, or the last word does not.
            const std::uint32_t number = end.base + round + 1;
            const std::size_t bytes =
                end.bytes - (fault == test::Fault::last_word ? 4 : 0);
            if (fault == test::Fault::flag_first && checked) {
                gpu::signal(end.out.flag, number);
                std::this_thread::sleep_for(std::chrono::milliseconds{1});
            }
            gpu::put_signal(gpu::Grid{}, end.out, end.sends[round % 2], bytes,
                            number);
            if (end.starts && !receive(end, round, checked)) return;
        }
    });
}

}  // namespace tasuki::peers::self

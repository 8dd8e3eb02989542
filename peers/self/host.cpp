#include "peers/self/host.hpp"

#include <fmt/format.h>

#include <chrono>
#include <vector>

#include "runtime/core/error.hpp"

namespace tasuki::peers::self {

namespace {

constexpr int kLaunches = 500;
constexpr int kAttributes = 500;

template <class Body>
double seconds_of(const Body& body) {
    const auto start = std::chrono::steady_clock::now();
    body();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
}

/// A row of body(), which does something `count` times; the first call is not
/// timed.
template <class Body>
Row repeat(Row row, int repetitions, int count, const Body& body) {
    for (int r = -1; r < repetitions; ++r) {
        const double seconds = body() / count;
        if (r >= 0) row.seconds.push_back(seconds);
    }
    return row;
}

void fail_if_late(bool late, const std::string& what) {
    if (late)
        throw runtime::FaultError(what +
                                  ": a kernel has not come within seconds");
}

/// Waits on the host.
void wait_for_kernel(const std::uint32_t* flag, std::uint32_t number) {
    fail_if_late(!gpu::wait(gpu::Grid{}, flag, number, kPatience),
                 "what a kernel tells the host");
}

}  // namespace

Row measure_queued_launch(const End& end, int repetitions) {
    return repeat({"launch", "host"}, repetitions, kLaunches, [&] {
        return seconds_of([&] {
            for (int n = 0; n < kLaunches; ++n) launch_empty(end.stream.get());
            end.stream.wait();
        });
    });
}

Row measure_seen_launch(const End& end, int repetitions) {
    const streams::PinnedArray<std::uint32_t> flag{1};
    *flag.data() = 0;
    std::uint32_t number = 0;
    return repeat({"launch", "host-seen"}, repetitions, kLaunches, [&] {
        const double seconds = seconds_of([&] {
            for (int n = 0; n < kLaunches; ++n) {
                launch_signal(flag.data(), ++number, end.stream.get());
                wait_for_kernel(flag.data(), number);
            }
        });
        end.stream.wait();
        return seconds;
    });
}

Row measure_launch_from_kernel(const End& end, int repetitions) {
    const streams::DeviceArray<std::uint32_t> flag{end.device, 1};
    const std::uint32_t zero = 0;
    flag.write({&zero, 1});
    std::uint32_t number = 0;
    return repeat({"launch", "kernel"}, repetitions, kLaunches, [&] {
        const double seconds = seconds_of([&] {
            launch_from_kernel(flag.data(), number, kLaunches,
                               end.findings.data(), end.stream.get());
            end.stream.wait();
        });
        number += kLaunches;
        fail_if_late(end.found().late > 0, "launch from a kernel");
        return seconds;
    });
}

Row measure_attribute(const End& end, std::size_t bytes, int repetitions) {
    const streams::PinnedArray<std::uint32_t> words{Ring::kWords};
    // Flags on lines of their own.
    const streams::PinnedArray<std::uint32_t> flags{128};
    const Ring ring{words.data(), flags.data(), flags.data() + 64};
    *ring.head = *ring.tail = 0;
    const auto count = static_cast<std::uint32_t>(bytes / 4);
    std::vector<std::uint32_t> came(std::size_t{kAttributes} * count);
    std::uint32_t position = 0, word = 0x5eed;
    return repeat(
        {"attribute", "ring", bytes, 1, 32}, repetitions, kAttributes - 1, [&] {
            launch_ring(ring, position, bytes, kAttributes, word,
                        end.findings.data(), end.stream.get());
            double seconds = 0;
            const auto take = [&](int n) {
                const std::uint32_t next = position + ring_words(bytes);
                wait_for_kernel(ring.head, next);
                for (std::uint32_t w = 0; w < count; ++w)
                    came[std::size_t{count} * n + w] =
                        ring.words[(position + w) % Ring::kWords];
                gpu::signal(ring.tail, next);
                position = next;
            };
            take(0);  // the kernel has been launched
            seconds = seconds_of([&] {
                for (int n = 1; n < kAttributes; ++n) take(n);
            });
            fail_if_late(end.found().late > 0, "attributes");
            std::size_t wrong = 0;
            for (const std::uint32_t its : came) {
                wrong += its != word;
                word = next_word(word);
            }
            if (wrong > 0)
                throw runtime::FaultError(
                    fmt::format("attributes of {} bytes: {} words have come "
                                "that were not sent",
                                bytes, wrong));
            return seconds;
        });
}

}  // namespace tasuki::peers::self

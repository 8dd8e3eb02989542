// grain: a task whose length is chosen, and whose result shows what it has
// read. An iteration is one multiply-add in each of kChains independent vectors
// of double, in registers. They start from a hash of all inputs, and their
// result is hashed into the output: one wrong input changes about half of its
// bits.  A CPU without fused multiply-adds gives other bits than a GPU.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/core/view.hpp"

namespace tasuki::stream::grain {

struct Args {
    std::uint64_t task;  ///< its number: tasks without inputs differ too
    int iterations;      ///< from 0
    int spin = 0;        ///< as many more, which only take time
};

/// Independent vectors: two units of a latency of four.
inline constexpr int kChains = 8;
/// x = kFactor x + kTerm goes towards 1.5, so slowly that the result depends
/// on start and length.
inline constexpr double kFactor = 1 - 0x1p-20, kTerm = 0x1.8p-20;
/// Chain k starts from the first one's start plus k times this.
inline constexpr double kBetween = 0.1;

/// SplitMix64's finaliser: each bit of `x` changes about half of the bits.
TASUKI_HD constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

/// What a task starts from: its number, then each input in their order.
TASUKI_HD constexpr std::uint64_t seed(const Args& args) {
    return mix(args.task + 1);
}
TASUKI_HD constexpr std::uint64_t with_input(std::uint64_t seed,
                                             std::uint64_t input) {
    return mix(seed ^ input);
}
/// Where the first chain starts, from 1 to 2.
TASUKI_HD constexpr double start_of(std::uint64_t seed) {
    return 1 + 0x1p-53 * static_cast<double>(seed >> 11);
}

/// The output of a task with this seed, on the calling thread alone.
std::uint64_t compute(std::uint64_t seed, int iterations) noexcept;

/// Queues a task on a GPU, which takes the whole of it: one thread block of
/// each multiprocessor, where every thread computes the same.
/// @param inputs  (count), on the host: where they are on the device
void launch(const Args& args, std::uint64_t* out,
            const std::uint64_t* const* inputs, int count, gpu::Stream stream);

/// @tparam kMost  inputs: their list is a part of every task, so patterns with
///                few take a short one
template <int kMost>
struct Kernel : runtime::WithoutModel {
    static constexpr auto name = "grain";
    using Args = grain::Args;
    static void cpu(const Args& args,
                    runtime::Write<std::uint64_t> out,  // (1)
                    const runtime::Each<runtime::Read<std::uint64_t>, kMost>&
                        inputs) noexcept {  // (1) each
        std::uint64_t hash = seed(args);
        for (const auto& input : inputs) hash = with_input(hash, input[0]);
        out[0] = compute(hash, args.iterations);
        if (args.spin > 0) (void)compute(hash, args.spin);
    }
    static void gpu(
        const Args& args, runtime::Write<std::uint64_t> out,
        const runtime::Each<runtime::Read<std::uint64_t>, kMost>& inputs,
        gpu::Stream stream) {
        const std::uint64_t* values[kMost];
        int count = 0;
        for (const auto& input : inputs) values[count++] = input.data();
        launch(args, out, values, count, stream);
    }
};

}  // namespace tasuki::stream::grain

// The stages of a pipeline over the chunks of a file.
#pragma once
#include <algorithm>
#include <cstdint>
#include <tasuki/runtime/core/view.hpp>

using namespace tasuki;
using runtime::Read, runtime::Update, runtime::Write;
using Byte = std::uint8_t;

inline constexpr int kBins = 256;
struct Size {
    std::size_t count;  ///< bytes in this chunk; the last of a file is shorter
};

/// A byte of the file is the difference to the sample before it; the first of
/// a chunk, to 0.  Each needs the one before it, which is work for a CPU.
struct Decode {
    static constexpr auto name = "decode";
    using Args = Size;
    static void cpu(const Args& args, Read<Byte> file, Write<Byte> samples) {
        Byte sample = 0;
        for (std::size_t i = 0; i < args.count; ++i)
            samples[i] = sample += file[i];
    }
};

/// The smoothed sample i: (1, 2, 1) / 4, rounded down.
TASUKI_HD Byte smooth(const Byte* samples, std::size_t i, std::size_t count) {
    const int before = samples[i > 0 ? i - 1 : i];
    const int after = samples[i + 1 < count ? i + 1 : i];
    return static_cast<Byte>((before + 2 * samples[i] + after) / 4);
}

/// Smooths the samples and counts how often each value is there.
struct Count {
    static constexpr auto name = "count";
    using Args = Size;
    static void cpu(const Args& args, Read<Byte> samples,
                    Write<std::uint32_t> bins) {  // (kBins)
        std::fill(bins.begin(), bins.end(), 0);
        for (std::size_t i = 0; i < args.count; ++i)
            ++bins[smooth(samples, i, args.count)];
    }
    static void gpu(const Args&, Read<Byte> samples, Write<std::uint32_t> bins,
                    gpu::Stream);
};

/// Adds the counts of a chunk to those of the file.
struct Add {
    static constexpr auto name = "add";
    struct Args {};
    static void cpu(const Args&, Update<std::uint64_t> total,
                    Read<std::uint32_t> bins) {
        for (int k = 0; k < kBins; ++k) total[k] += bins[k];
    }
};

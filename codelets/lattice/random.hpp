// Counter-based random numbers: the same numbers for any number of workers.
//
// Philox4x32-10 from Random123 (Salmon et al., SC11,
// doi:10.1145/2063384.2063405). A stream is named by (seed, purpose, item,
// step); streams never overlap, and nothing is carried from one stream to the
// next.
#pragma once

#include "runtime/gpu/code.hpp"
#if defined(TASUKI_GPU_CODE)
// Random123's functions are for host and device, and its vectors are not there.
#define R123_CUDA_DEVICE __host__ __device__
#define R123_USE_SSE 0
#endif
#include <Random123/philox.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>

#include "codelets/lattice/glibc.hpp"

namespace tasuki::lattice {

/// Keeps the streams of different uses of one seed apart.
enum class Purpose : std::uint32_t {
    hot_start = 1,
    source = 2,
    heatbath = 3,
    bodies = 4,
    vortices = 5
};

class RandomStream {
  public:
    /// @param item  what the numbers are for: a site or link index
    /// @param step  e.g. the number of the sweep
    TASUKI_HD RandomStream(std::uint64_t seed, Purpose purpose,
                           std::uint64_t item, std::uint32_t step = 0)
        : key_{{static_cast<std::uint32_t>(seed),
                static_cast<std::uint32_t>(seed >> 32)}},
          counter_{{static_cast<std::uint32_t>(item),
                    static_cast<std::uint32_t>(item >> 32), step,
                    static_cast<std::uint32_t>(purpose) << 24}} {}

    /// Uniform in (0, 1), 53 bits, never 0 or 1.
    TASUKI_HD double uniform() {
        if (left_ == 0) refill();
        left_ -= 2;
        // Not block_[left_]: a GPU has registers only for indices that the
        // compiler knows.
        const std::uint64_t bits = left_ == 0 ? joined(block_[0], block_[1])
                                              : joined(block_[2], block_[3]);
        return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;
    }

    /// Two independent normal deviates (Box-Muller) as one complex number:
    /// real and imaginary part each of variance 1.
    /// On GPUs these are the bits that glibc gives.
    TASUKI_HD std::complex<double> gaussian() {
        const double radius = std::sqrt(-2 * log_of(uniform()));
        const SinCos angle = sin_cos_of(2 * std::numbers::pi * uniform());
        return {radius * angle.cos, radius * angle.sin};
    }

  private:
    static TASUKI_HD std::uint64_t joined(std::uint32_t high,
                                          std::uint32_t low) {
        return (static_cast<std::uint64_t>(high) << 32) | low;
    }
    static TASUKI_HD double log_of(double x) {
#if defined(TASUKI_ON_DEVICE)
        return glibc::log_of(x);
#else
        return std::log(x);
#endif
    }
    static TASUKI_HD SinCos sin_cos_of(double x) {
#if defined(TASUKI_ON_DEVICE)
        return glibc::sin_cos_of(x);
#else
        return {std::sin(x), std::cos(x)};
#endif
    }
    TASUKI_HD void refill() {
        block_ = r123::Philox4x32{}(counter_, key_);
        ++counter_[3];  // 2^24 blocks a stream before purposes would meet
        left_ = 4;
    }

    r123::Philox4x32::key_type key_;
    r123::Philox4x32::ctr_type counter_;
    r123::Philox4x32::ctr_type block_{};
    int left_ = 0;
};

}  // namespace tasuki::lattice

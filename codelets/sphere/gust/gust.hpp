// gust: the square of the strongest wind of each latitude of a block,
//   max (U^2 + V^2) / cos(phi)^2.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codelets/sphere/latitudes.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::sphere::gust {

struct Args {
    std::uint32_t pairs;       ///< P
    std::uint32_t longitudes;  ///< I
};

/// Longitudes kParts apart are searched together, so that threads of a GPU
/// read what lies together.
inline constexpr int kParts = 32;

struct Fields {
    runtime::Write<double> gust;  // (2, P, kParts)
    runtime::Read<double> wind;   // (2 or more, 2, P, I): U, V
    runtime::Read<Pair> pair;     // (P, padded)
};

/// Every kParts-th longitude of a latitude.
struct Body {
    Args args;
    Fields f;

    /// @param i  of 2 P kParts
    TASUKI_HD void operator()(int i) const {
        const auto k = static_cast<std::uint32_t>(i);
        const std::uint32_t row = k / kParts;
        const Pair& pair = f.pair[row < args.pairs ? row : row - args.pairs];
        const double* const u =
            f.wind + static_cast<std::size_t>(row) * args.longitudes;
        const double* const v =
            u + std::size_t{2} * args.pairs * args.longitudes;
        double most = 0;
        for (std::uint32_t c = k % kParts; c < args.longitudes; c += kParts) {
            const double square = u[c] * u[c] + v[c] * v[c];
            // A NaN is found as well.
            if (!(square <= most)) most = square;
        }
        f.gust[i] = most * pair.inverse_cosine * pair.inverse_cosine;
    }
};

void run_cpu(const Args& args, const Fields& fields) noexcept;
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream);

struct Kernel : runtime::WithoutModel {
    static constexpr auto name = "gust";
    using Args = gust::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};

}  // namespace tasuki::sphere::gust

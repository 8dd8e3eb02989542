// flux: transport of absolute vorticity by the wind, on a block of latitudes,
//   (u, v) (zeta + f) / cos(phi), f = 2 Omega mu,
// from U = u cos(phi), V = v cos(phi) and zeta; divergence takes
// the spectra of it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codelets/sphere/latitudes.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::sphere::flux {

struct Args {
    std::uint32_t pairs;  ///< P: northern latitudes, then their mirror images
    std::uint32_t longitudes;  ///< I
    double rotation;           ///< Omega [1 / time]
};

struct Fields {
    runtime::Write<double> flux;  // (2, 2, P, I)
    runtime::Read<double> wind;   // (3, 2, P, I): U, V, zeta
    runtime::Read<Pair> pair;     // (P, padded)
};

/// Factors of one latitude.
struct Row {
    double planetary, inverse_cosine2;
};

struct Body {
    Args args;
    Fields f;

    /// @param row  of 2 P
    TASUKI_HD Row row(std::uint32_t row) const {
        const bool south = row >= args.pairs;
        const Pair& pair = f.pair[south ? row - args.pairs : row];
        const double mu = south ? -pair.mu : pair.mu;
        return {2 * args.rotation * mu,
                pair.inverse_cosine * pair.inverse_cosine};
    }
    /// @param i  of 2 P I
    TASUKI_HD void point(const Row& row, std::size_t i) const {
        const std::size_t field = std::size_t{2} * args.pairs * args.longitudes;
        const double absolute =
            (f.wind[2 * field + i] + row.planetary) * row.inverse_cosine2;
        f.flux[i] = f.wind[i] * absolute;
        f.flux[field + i] = f.wind[field + i] * absolute;
    }
};

void run_cpu(const Args& args, const Fields& fields) noexcept;
void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream);

struct Kernel : runtime::WithoutModel {
    static constexpr auto name = "flux";
    using Args = flux::Args;
    static constexpr auto cpu = run_cpu;
    static constexpr auto gpu = run_gpu;
};

}  // namespace tasuki::sphere::flux

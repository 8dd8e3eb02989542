// to_grid and from_grid: between Fourier coefficients F_m of the rows of a
// block and the values on their longitudes,
//   f(lambda_i) = Re F_0 + 2 Re sum_(m > 0) F_m exp(i m lambda_i),
// and, without a factor, back: sum_i f(lambda_i) exp(-i m lambda_i).
// By FFTW on CPUs, cuFFT or hipFFT on GPUs.
#pragma once

#include <cstdint>

#include "codelets/sphere/latitudes.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::sphere::fourier {

struct Args {
    std::uint32_t rows;        ///< of all fields
    std::uint32_t orders;      ///< R: those above are zero
    std::uint32_t pitch;       ///< C: at least I / 2 + 1 on a GPU, R on a CPU
    std::uint32_t longitudes;  ///< I
    bool to_gpu = false;       ///< on a CPU: a GPU will read what is written
};

struct ToGrid {
    runtime::Write<double> grid;       // (rows, I)
    runtime::Update<Complex> fourier;  // (rows, C); undefined afterwards
};
struct FromGrid {
    runtime::Write<Complex>
        fourier;                 // (rows, C); on a CPU the first R of each row
    runtime::Read<double> grid;  // (rows, I)
};

/// C for so many orders: whole cache lines.
constexpr std::uint32_t pitch_of(std::uint32_t orders) {
    return (orders + 3) / 4 * 4;
}
/// C for all orders that I longitudes can have.
constexpr std::uint32_t pitch_for(std::uint32_t longitudes) {
    return pitch_of(longitudes / 2 + 1);
}

void to_grid_cpu(const Args& args, const ToGrid& fields) noexcept;
void from_grid_cpu(const Args& args, const FromGrid& fields) noexcept;
void to_grid_gpu(const Args& args, const ToGrid& fields, gpu::Stream stream);
void from_grid_gpu(const Args& args, const FromGrid& fields,
                   gpu::Stream stream);

/// Whether this build has a library for its GPUs.
#if defined(TASUKI_GPU_FFT)
inline constexpr bool kOnGpu = true;
#else
inline constexpr bool kOnGpu = false;
#endif

struct ToGridKernel : runtime::WithoutModel {
    static constexpr auto name = "to_grid";
    using Args = fourier::Args;
    static constexpr auto cpu = to_grid_cpu;
#if defined(TASUKI_GPU_FFT)
    static constexpr auto gpu = to_grid_gpu;
#endif
};
struct FromGridKernel : runtime::WithoutModel {
    static constexpr auto name = "from_grid";
    using Args = fourier::Args;
    static constexpr auto cpu = from_grid_cpu;
#if defined(TASUKI_GPU_FFT)
    static constexpr auto gpu = from_grid_gpu;
#endif
};

}  // namespace tasuki::sphere::fourier

// Times of spherical harmonic transforms in one placement.
#pragma once

#include <string>
#include <vector>

#include "graphs/sphere/transform.hpp"

namespace tasuki::drivers {

/// Of both directions of one truncation.
struct ShtTimes {
    int truncation, latitudes, longitudes;
    double flops;                             ///< J (M + 1)^2, of one direction
    std::vector<double> synthesis, analysis;  ///< [s], one per repetition
    double roundtrip_rms;                     ///< of the coefficients, relative
    double cpu_fraction;                      ///< of the latitudes
};

/// Transforms T<truncation> on its quadratic Gauss grid there and back.
/// @param to_host  each time from and to host memory: from the moment the input
///                 is there until the output is; else data stays on the device,
///                 and several transforms are in flight
/// @param gpu_blocks, cpu_blocks  as in TransformOptions
ShtTimes time_transforms(runtime::Context& context, int truncation,
                         graphs::Share share, bool to_host, int gpu_blocks,
                         int cpu_blocks);

}  // namespace tasuki::drivers

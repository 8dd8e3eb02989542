// Times of spherical harmonic transforms in one placement.
#pragma once

#include "drivers/sht/times.hpp"

namespace tasuki::drivers {

/// Of one truncation.
struct RoundTrip {
    int truncation, latitudes, longitudes;
    ShtTimes synthesis, analysis;
    double roundtrip_rms;  ///< of the coefficients, relative
};

/// Transforms T<truncation> on its quadratic Gauss grid there and back.
/// @param to_host  each time from and to host memory: from the moment the input
///                 is there until the output is; else data stays on the device,
///                 and several transforms are in flight
/// @param gpu_blocks  as in TransformOptions
RoundTrip time_transforms(runtime::Context& context, int truncation,
                          graphs::Share share, bool to_host, int gpu_blocks);

}  // namespace tasuki::drivers

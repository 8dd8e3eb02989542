// What a transform keeps in memory, before there is one.
#pragma once

#include <algorithm>

#include "codelets/sphere/grid.hpp"
#include "codelets/sphere/truncation.hpp"
#include "graphs/share.hpp"

namespace tasuki::graphs::sphere {

/// Of one memory and one rank [B].
struct TransformBytes {
    double tables;    ///< once
    double spectrum;  ///< each of Spectra
    double field;     ///< each of Fields
    /// For each field of a transform: Fourier coefficients, and series for and
    /// sums from every worker with this memory.
    double fourier, series, sums;
    double fft;  ///< of a GPU, for each field and direction: of its FFTs
};

/// What cuFFT (CUDA 13) keeps for a row of a batch between real and complex
/// numbers [B]: measured on an H200 for I = 129 to 12288; with a prime factor
/// above 127 it is the most that was seen, 2 to 5 times what others need.
double fft_bytes_of_row(int longitudes);

/// @param part     of the fields of this rank that are in the memory: those of
///                 one of its GPUs
/// @param workers  with this memory
TransformBytes transform_bytes(const tasuki::sphere::Truncation& truncation,
                               const tasuki::sphere::Grid& grid, int ranks,
                               double part, int workers);

/// Fields of the trials that find a share for transforms of `fields` together:
/// with more they find the same, as transfers and computations overlap as much
/// as they can.
inline int fields_of_trials(int fields) {
    return std::min(fields, 4);
}
/// Likewise, or 0 if no trials are made.  They keep what they need beside their
/// input and output.
int fields_of_trials(int fields, Share share, int workers_of_all_ranks);

}  // namespace tasuki::graphs::sphere

// The cuFFT part of fft.hpp.
#pragma once

#include <cufft.h>

/// The library's own function or type of that name.
#define TASUKI_FFT_API(name) cufft##name
/// What its functions return if they have not failed.
#define TASUKI_FFT_SUCCESS CUFFT_SUCCESS
/// The transform from complex to real numbers in double precision.
#define TASUKI_FFT_TO_REAL CUFFT_Z2D
/// The transform from real to complex numbers in double precision.
#define TASUKI_FFT_FROM_REAL CUFFT_D2Z

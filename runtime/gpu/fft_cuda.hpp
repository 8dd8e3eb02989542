// The cuFFT part of gpu_fft.hpp.
#pragma once

#include <cufft.h>

#define TASUKI_FFT_API(name) cufft##name
#define TASUKI_FFT_SUCCESS CUFFT_SUCCESS
#define TASUKI_FFT_TO_REAL CUFFT_Z2D
#define TASUKI_FFT_FROM_REAL CUFFT_D2Z

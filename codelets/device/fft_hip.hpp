// The hipFFT part of fft.hpp.
#pragma once

#include <hipfft/hipfft.h>

#define TASUKI_FFT_API(name) hipfft##name
#define TASUKI_FFT_SUCCESS HIPFFT_SUCCESS
#define TASUKI_FFT_TO_REAL HIPFFT_Z2D
#define TASUKI_FFT_FROM_REAL HIPFFT_D2Z

// For functions that CPUs and GPUs share: all of gpu.hpp where a GPU's compiler
// reads them. Elsewhere they need no toolkit, so that kernels of CPUs are
// compiled once for builds with any.
#pragma once

#if defined(__CUDACC__) || defined(__HIPCC__)
/// A function for host and device.
#define TASUKI_HD __host__ __device__ __forceinline__
/// Of a lambda for both: `[a] TASUKI_LAMBDA(int i, ...) { ... }`.
#define TASUKI_LAMBDA __host__ __device__
/// A function for the device alone.
#define TASUKI_DEVICE __device__ __forceinline__
/// Defined where a GPU compiler reads the source.
#define TASUKI_GPU_CODE 1
#else
#define TASUKI_HD inline
#define TASUKI_LAMBDA
#endif

/// Defined while functions for both are compiled for the device.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define TASUKI_ON_DEVICE 1
#endif

#if defined(TASUKI_GPU_CODE)
#include "runtime/gpu/gpu.hpp"
#endif

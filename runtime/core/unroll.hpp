// TASUKI_UNROLL(n): unrolls the loop that follows: its `n` indices must become
// constants, or register arrays go to memory.
#pragma once

#include "runtime/gpu/gpu.hpp"

#define TASUKI_PRAGMA(text) _Pragma(#text)
#if defined(TASUKI_GPU_CODE) || defined(__clang__)
#define TASUKI_UNROLL(n) TASUKI_PRAGMA(unroll n)
#else
#define TASUKI_UNROLL(n) TASUKI_PRAGMA(GCC unroll n)
#endif

// TASUKI_UNROLL(n): unrolls the loop that follows: its `n` indices must become
// constants, or register arrays go to memory.
#pragma once

#include "runtime/gpu/code.hpp"

/// `#pragma text`, in a macro.
#define TASUKI_PRAGMA(text) _Pragma(#text)
#if defined(TASUKI_GPU_CODE) || defined(__clang__)
/// Before a loop of at most `n` steps, a constant.
#define TASUKI_UNROLL(n) TASUKI_PRAGMA(unroll n)
#else
#define TASUKI_UNROLL(n) TASUKI_PRAGMA(GCC unroll n)
#endif

// Sweeps on the CPU in 16-bit fixed point, links of 18 reals, for every SIMD
// width.
#define TASUKI_SWEEP_TYPE Fixed16
#define TASUKI_SWEEP_REALS 18
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/wilson/hopping/cpu_targets-inl.hpp"
#include "codelets/wilson/hopping/cpu_targets-inl.hpp"

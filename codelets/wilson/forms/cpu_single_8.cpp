// Sweeps on the CPU in single precision, links of 8 reals, for every SIMD
// width.
#define TASUKI_SWEEP_TYPE float
#define TASUKI_SWEEP_REALS 8
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/wilson/hopping/cpu_targets-inl.hpp"
#include "codelets/wilson/hopping/cpu_targets-inl.hpp"

// Sweeps on the CPU in single precision, for every SIMD width.
#define TASUKI_SWEEP_TYPE float
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/wilson/hopping/cpu_targets-inl.hpp"
#include "codelets/wilson/hopping/cpu_targets-inl.hpp"

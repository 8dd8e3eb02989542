// Sweeps on the CPU in double precision, for every SIMD width.
#define TASUKI_SWEEP_TYPE double
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/wilson/hopping/cpu_targets-inl.hpp"
#include "codelets/wilson/hopping/cpu_targets-inl.hpp"

// Kernels by rsqrt_rn, in single precision.
#include "codelets/nbody/accelerate/variants/gpu-inl.hpp"

TASUKI_NBODY_VARIANTS(Single, rsqrt_rn)

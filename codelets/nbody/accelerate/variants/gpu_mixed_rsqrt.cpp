// Kernels by rsqrt, in mixed precision.
#include "codelets/nbody/accelerate/variants/gpu-inl.hpp"

TASUKI_NBODY_VARIANTS(Mixed, rsqrt)

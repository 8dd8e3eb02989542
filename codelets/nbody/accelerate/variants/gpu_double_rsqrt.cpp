// Kernels by rsqrt, in double precision.
#include "codelets/nbody/accelerate/variants/gpu-inl.hpp"

TASUKI_NBODY_VARIANTS(Double, rsqrt)

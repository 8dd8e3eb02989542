// Kernels by rsqrt, in single precision.
#include "codelets/nbody/accelerate/variants/gpu-inl.hpp"

TASUKI_NBODY_VARIANTS(Single, rsqrt)

// Kernels by approx, in double precision.
#include "codelets/nbody/accelerate/variants/gpu-inl.hpp"

TASUKI_NBODY_VARIANTS(Double, approx)

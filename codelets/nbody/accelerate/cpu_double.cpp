#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/nbody/accelerate/cpu_double.cpp"
#define TASUKI_NBODY_NUMBERS Double
#include "codelets/nbody/accelerate/cpu_targets-inl.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/nbody/accelerate/cpu_single.cpp"
#define TASUKI_NBODY_NUMBERS Single
#include "codelets/nbody/accelerate/cpu_targets-inl.hpp"

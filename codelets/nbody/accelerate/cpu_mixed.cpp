#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/nbody/accelerate/cpu_mixed.cpp"
#define TASUKI_NBODY_NUMBERS Mixed
#include "codelets/nbody/accelerate/cpu_targets-inl.hpp"

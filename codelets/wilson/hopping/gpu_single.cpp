// Sweeps on the GPU in single precision.
#include "codelets/wilson/hopping/gpu-inl.hpp"

using tasuki::wilson::Sweep, tasuki::wilson::SweepFields;

TASUKI_SWEEP_GPU(float, 18)
TASUKI_SWEEP_GPU(float, 12)
TASUKI_SWEEP_GPU(float, 8)

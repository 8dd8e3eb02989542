// Sweeps on the GPU in double precision.
#include "codelets/wilson/hopping/gpu-inl.hpp"

using tasuki::wilson::Sweep, tasuki::wilson::SweepFields;

TASUKI_SWEEP_GPU(double, 18)
TASUKI_SWEEP_GPU(double, 12)
TASUKI_SWEEP_GPU(double, 8)

// Sweeps on the GPU in single precision, links of 8 reals.
#include "codelets/wilson/hopping/gpu-inl.hpp"

using tasuki::wilson::Sweep, tasuki::wilson::SweepFields;

TASUKI_SWEEP_GPU(float, 8)

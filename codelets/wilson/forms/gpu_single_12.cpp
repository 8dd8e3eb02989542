// Sweeps on the GPU in single precision, links of 12 reals.
#include "codelets/wilson/hopping/gpu-inl.hpp"

using tasuki::wilson::Sweep, tasuki::wilson::SweepFields;

TASUKI_SWEEP_GPU(float, 12)

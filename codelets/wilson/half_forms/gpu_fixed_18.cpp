// Sweeps on the GPU in 16-bit fixed point, links of 18 reals.
#include "codelets/wilson/hopping/gpu-inl.hpp"

using tasuki::wilson::Fixed16, tasuki::wilson::Sweep,
    tasuki::wilson::SweepFields;

TASUKI_SWEEP_GPU(Fixed16, 18)

// A sweep on a GPU.
#pragma once

#include "codelets/wilson/hopping/sweep.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::wilson {

template <class T, int kLinkReals>
void sweep_gpu(const Sweep& sweep, const SweepFields<T>& fields,
               gpu::Stream stream);

/// Tries all launches on the stream's device and keeps the fastest for it,
/// unless that was done before.  Waits for the device; `out` is then as after
/// a sweep.
template <class T, int kLinkReals>
void tune_sweep_gpu(const Sweep& sweep, const SweepFields<T>& fields,
                    gpu::Stream stream);

}  // namespace tasuki::wilson

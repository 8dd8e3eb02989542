// Numbers in memory that streams wait for and write: between processes, which
// have no events in common.  Both calls can be captured into a graph.
#pragma once

#include "runtime/gpu/gpu.hpp"

#if defined(TASUKI_CUDA)
#include "runtime/gpu/stream_flags_cuda.hpp"
#elif defined(TASUKI_HIP)
#include "runtime/gpu/stream_flags_hip.hpp"
#endif

// Numbers in memory that streams wait for and write: between processes, which
// have no events in common.  Both calls can be captured into a graph.
#pragma once

#include "runtime/gpu/gpu.hpp"

#if defined(TASUKI_HAS_GPU)
#include TASUKI_GPU_STREAM_FLAGS
#endif

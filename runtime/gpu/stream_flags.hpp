// Numbers in memory that streams wait for and write: between processes, which
// have no events in common.  Both calls can be captured into a graph.
#pragma once

#include "runtime/gpu/gpu.hpp"

#if defined(TASUKI_GPU_STREAM_FLAGS)
#include TASUKI_GPU_STREAM_FLAGS
#else
#include "runtime/gpu/stream_flags_none.hpp"
#endif

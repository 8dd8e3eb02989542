// GPUs that the host imitates, so that what is queued on streams is tested
// where there is none, and in orders that a real one seldom takes.
//
// This file's source defines the functions of the GPU toolkit that
// peers/streams calls, and the GPU kernels as their CPU versions.  Work on a
// stream runs as late as it may, or in between, by a seed: a wait that was
// forgotten gives wrong numbers, and one too many is a deadlock that is found.
// On several ranks each imitates its own.
#pragma once

#include <cstdint>

namespace tasuki::tests {

/// Starts anew; all streams, events and memory of before are gone.
/// @param seed  which of the streams that could go on does
void imitate_gpus(int devices, std::uint64_t seed);

/// Rules broken since then: memory of another device, a kernel or an event on
/// a stream that is not of the current device.
int broken_rules();

}  // namespace tasuki::tests

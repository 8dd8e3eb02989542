// Exchange between the 32 threads of a GPU that run in step; on AMD they are
// half of a wavefront.
#pragma once

#include "runtime/gpu/code.hpp"

#if defined(TASUKI_GPU_CODE)
namespace tasuki::gpu {

/// Threads that exchange values: a warp, or half of a wavefront.
inline constexpr int kLanes = 32;
/// All of them.
inline constexpr unsigned kAllLanes = 0xffffffff;

/// The number of this thread among them, in a block of one dimension.
TASUKI_DEVICE int lane() {
    return static_cast<int>(threadIdx.x) % kLanes;
}

/// `x` of the lane whose number differs in the bits of `mask`.
template <class T>
TASUKI_DEVICE T from_lane_xor(T x, int mask) {
    return TASUKI_SHUFFLE(_xor, kAllLanes, x, mask);
}
/// The sum over eight lanes that follow one another, from a multiple of eight
/// on, for each of these.  All eight call; the others of the 32 need not.
template <class T>
TASUKI_DEVICE T sum_of_eight(T x) {
    for (int bit = 1; bit < 8; bit *= 2)
        x += TASUKI_SHUFFLE(_xor, 0xffu << (threadIdx.x & 24), x, bit);
    return x;
}
/// `x` of the lane `delta` above; of the last ones their own.
template <class T>
TASUKI_DEVICE T from_lane_above(T x, int delta) {
    return TASUKI_SHUFFLE(_down, kAllLanes, x, static_cast<unsigned>(delta));
}
/// `x` of the lane `delta` below; of the first ones their own.
template <class T>
TASUKI_DEVICE T from_lane_below(T x, int delta) {
    return TASUKI_SHUFFLE(_up, kAllLanes, x, static_cast<unsigned>(delta));
}
/// `x` of lane `source`.
template <class T>
TASUKI_DEVICE T from_lane(T x, int source) {
    return TASUKI_SHUFFLE(, kAllLanes, x, source);
}

/// Makes earlier writes of the lanes to shared memory visible to all of them
/// after.
TASUKI_DEVICE void sync_lanes() {
    TASUKI_SYNC_LANES();
}

}  // namespace tasuki::gpu
#endif

// Exchange between lanes, by NVIDIA's names; see lanes.hpp.
// Included by gpu.hpp.
#pragma once

namespace tasuki::gpu {

/// `x` of the lane whose number differs in the bits of `mask`.
template <class T>
TASUKI_DEVICE T from_lane_xor(T x, int mask) {
    return __shfl_xor_sync(0xffffffff, x, mask, 32);
}
/// The sum over eight lanes that follow one another, from a multiple of eight
/// on, for each of these.  All eight call; the others of the 32 need not.
template <class T>
TASUKI_DEVICE T sum_of_eight(T x) {
    const unsigned eight = 0xffu << (threadIdx.x & 24);
    for (int bit = 1; bit < 8; bit *= 2)
        x += __shfl_xor_sync(eight, x, bit, 32);
    return x;
}
/// `x` of the lane `delta` above; of the last ones their own.
template <class T>
TASUKI_DEVICE T from_lane_above(T x, int delta) {
    return __shfl_down_sync(0xffffffff, x, static_cast<unsigned>(delta), 32);
}
/// `x` of the lane `delta` below; of the first ones their own.
template <class T>
TASUKI_DEVICE T from_lane_below(T x, int delta) {
    return __shfl_up_sync(0xffffffff, x, static_cast<unsigned>(delta), 32);
}
/// `x` of lane `source`.
template <class T>
TASUKI_DEVICE T from_lane(T x, int source) {
    return __shfl_sync(0xffffffff, x, source, 32);
}

/// Makes earlier writes of the lanes to shared memory visible to all of them
/// after.
TASUKI_DEVICE void sync_lanes() {
    __syncwarp();
}

}  // namespace tasuki::gpu

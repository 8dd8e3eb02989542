// Exchange between lanes, by the names of HIP on AMD; see lanes.hpp.
// Included by gpu.hpp.
#pragma once

namespace tasuki::gpu {

/// `x` of the lane whose number differs in the bits of `mask`.
template <class T>
TASUKI_DEVICE T from_lane_xor(T x, int mask) {
    return __shfl_xor(x, mask, 32);
}
/// The sum over eight lanes that follow one another, from a multiple of eight
/// on, for each of these.  All eight call; the others of the 32 need not.
template <class T>
TASUKI_DEVICE T sum_of_eight(T x) {
    for (int bit = 1; bit < 8; bit *= 2) x += __shfl_xor(x, bit, 32);
    return x;
}
/// `x` of the lane `delta` above; of the last ones their own.
template <class T>
TASUKI_DEVICE T from_lane_above(T x, int delta) {
    return __shfl_down(x, static_cast<unsigned>(delta), 32);
}
/// `x` of the lane `delta` below; of the first ones their own.
template <class T>
TASUKI_DEVICE T from_lane_below(T x, int delta) {
    return __shfl_up(x, static_cast<unsigned>(delta), 32);
}
/// `x` of lane `source`.
template <class T>
TASUKI_DEVICE T from_lane(T x, int source) {
    return __shfl(x, source, 32);
}

/// Makes earlier writes of the lanes to shared memory visible to all of them
/// after.
TASUKI_DEVICE void sync_lanes() {
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
    __builtin_amdgcn_wave_barrier();
}

}  // namespace tasuki::gpu

// The half-spinors of one face and one hop on their way between two blocks:
//   packed on the GPU of `from` --> multiplied by the links of `owner`
//                               --> merged on the GPU of `to`
// Forward, owner = to; backward, owner = from: at most one of the two steps
// goes to another GPU.  Where the host multiplies, both go through it.
//
// Nothing waits until a buffer is free: there are two sets, and both ends of a
// face send to each other in every application.  What a GPU packs in the k-th
// comes after its merges of the one before, and so after what its neighbour
// sent for those; the neighbour packed that after its own merges of the one
// before that, the last use of the set.
#pragma once

#include "peers/streams/machine.hpp"

namespace tasuki::peers::streams {

/// Places of a chain, as numbers of GPUs of a Machine.
struct Route {
    int from, owner, to;
    bool on_host;
};

template <class T>
class Chain {
  public:
    /// @param reals  of the half-spinors of the face
    Chain(const Machine& machine, const Route& route, std::size_t reals);

    const Route& route() const { return route_; }
    /// Written by pack, on the GPU of `from`.
    T* half() const { return half_.data(); }
    /// Read by matvec, where that runs.
    const T* half_to_multiply() const;
    /// Written by matvec, where that runs.
    T* product() const;
    /// Read by merge, on the GPU of `to`.
    const T* product_to_merge() const;

    /// Queues the copy from `from` to where matvec runs, if that is elsewhere.
    void move_half(const Machine& machine) const noexcept;
    /// Queues the copy of the product to the GPU of `to`, if it is elsewhere.
    void move_product(const Machine& machine) const noexcept;
    /// Waits until the host has what it multiplies.
    void wait_on_host() const noexcept { sent_.wait(); }

  private:
    void copy_to_gpu(const Machine& machine, int from, int to,
                     const DeviceArray<T>& source,
                     const DeviceArray<T>& target) const noexcept;

    Route route_;
    DeviceArray<T> half_, half_there_;        // (face sites) half-spinors
    DeviceArray<T> product_, product_there_;  // (face sites) half-spinors
    PinnedArray<T> host_half_, host_product_;
    Event sent_;      ///< on the stream `faces` of the GPU that sends
    Event uploaded_;  ///< on the stream `uploads` of the GPU of `to`
};

}  // namespace tasuki::peers::streams

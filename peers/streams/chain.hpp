// The half-spinors of one face and one hop on their way between two blocks:
//   packed on the GPU of `from` --> multiplied by the links of `owner`
//                               --> merged on the GPU of `to`
// Forward, owner = to; backward, owner = from: at most one of the two steps
// goes to another GPU, or to another rank.  If the host multiplies, or the
// other end is on another rank, the driving thread passes it on:
//   came there, by a copy or a message [--> multiplied] --> uploaded or sent
// A rank has its part of the chain only.
//
// Nothing waits until a buffer is free.  There are two sets, and both ends of a
// face send to each other in every application.
//   Between GPUs of a rank: a GPU packs for the k-th application after its
// merges of the one before, and so after the data that its neighbour sent for
// those; the neighbour packed that after its own merges of the one before that,
// the last use of the set.
//   What is copied to the host: the driving thread has seen the end of each
// such copy before it queues the next application.
//   What is sent: the other end has sent what it packed in application k - 1,
// and so had received all of k - 2: the wait in begin() only lets MPI notice.
//   What is received: the block that merges it also sends through this face.
// The driving thread saw what that packed in k - 1, on the stream where the
// uploads of k - 2 had been waited for, and where they had been used: the
// memory for both, on the host and on the GPU, is free before begin().
#pragma once

#include "peers/streams/machine.hpp"

namespace tasuki::peers::streams {

/// A place that is not on this rank.
inline constexpr int kElsewhere = -1;

/// Places of a chain, as numbers of GPUs of a Machine, or kElsewhere.
struct Route {
    int from, owner, to;
    bool on_host;   ///< the host of `owner` multiplies
    int rank, tag;  ///< where `elsewhere` is, and which message; else unused
};

template <class T>
class Chain {
  public:
    /// @param reals  of the half-spinors of the face
    /// @throws UsageError  a face that is too large for a message
    Chain(const Machine& machine, const Route& route, std::size_t reals);

    const Route& route() const { return route_; }
    /// Whether this rank's host multiplies.
    bool multiplied_on_host() const {
        return route_.on_host && route_.owner != kElsewhere;
    }
    /// Whether the driving thread has to pass it on.
    bool needs_host() const {
        return multiplied_on_host() || route_.from == kElsewhere ||
               route_.to == kElsewhere;
    }

    /// Written by pack, on the GPU of `from`.
    T* half() const { return half_.data(); }
    /// Read by matvec, where that runs.
    const T* half_to_multiply() const;
    /// Written by matvec, where that runs.
    T* product() const;
    /// Read by merge, on the GPU of `to`.
    const T* product_to_merge() const;

    /// Before an application that uses the chain: lets its message come.
    void begin() const noexcept;
    /// Queues the copy from `from` to where matvec runs, or to the host, if
    /// that is elsewhere.
    void move_half(const Machine& machine) const noexcept;
    /// Queues the copy of the product of a GPU to that of `to`, or to the host,
    /// if that is elsewhere.
    void move_product(const Machine& machine) const noexcept;
    /// Whether the host has what it multiplies or passes on.
    bool came() const noexcept;
    /// Sends what the host has, or queues its upload.
    void pass_on(const Machine& machine) const noexcept;
    /// Waits until the other end has what was sent to it.
    void wait_until_sent() const noexcept;

  private:
    void copy_to_gpu(const Machine& machine, int from, int to,
                     const DeviceArray<T>& source,
                     const DeviceArray<T>& target) const noexcept;
    void download(const Machine& machine,
                  const DeviceArray<T>& source) const noexcept;
    /// Data that leaves the host.
    const PinnedArray<T>& leaving() const {
        return multiplied_on_host() ? host_product_ : arrived_;
    }

    Route route_;
    DeviceArray<T> half_, half_there_;        // (face sites) half-spinors
    DeviceArray<T> product_, product_there_;  // (face sites) half-spinors
    PinnedArray<T> arrived_;                  // (face sites) on the host
    PinnedArray<T> host_product_;             // (face sites)
    Event sent_;        ///< on the stream `faces` of the GPU of `from`
    Event downloaded_;  ///< on its stream `downloads`
    Event uploaded_;    ///< on the stream `uploads` of the GPU of `to`
    Message message_;   ///< last: it uses the memory above
};

}  // namespace tasuki::peers::streams

// Which site a thread of a sweep takes.
#pragma once

#include "codelets/lattice/divisor.hpp"
#include "codelets/wilson/hopping/launch.hpp"

namespace tasuki::wilson {

/// A launch on a block of the lattice, with its divisions prepared.
class SiteOrder {
  public:
    SiteOrder(const Geometry& g, const Launch& launch, const SweepShape& shape)
        : threads_{shape.threads()},
          steps_{launch.steps},
          window_{launch.window},
          lane_bits_{bits(g.lanes)},
          sites_{g.half_volume},
          blocks_{(g.half_volume / launch.steps + threads_ - 1) / threads_},
          chunked_{launch.chunk[0] != 0},
          chunk_bits_{bits(launch.chunk[kX]), bits(launch.chunk[kY]),
                      bits(launch.chunk[kZ]), bits(launch.chunk[kT])},
          in_x_{chunked_ ? g.sub[kX] / 2 / launch.chunk[kX] : g.sub[kX] / 2},
          in_y_{chunked_ ? g.sub[kY] / launch.chunk[kY] : g.sub[kY]},
          in_z_{chunked_ ? launch.window : g.sub[kZ]},
          in_t_{chunked_ ? g.sub[kT] / launch.chunk[kT] / steps_ : g.sub[kT]} {}

    /// Thread blocks to launch.
    int blocks() const { return blocks_; }
    /// Cells in t that a thread takes one after another.
    TASUKI_HD int steps() const { return steps_; }

    /// The (first) cell and the lane of a thread.
    /// @param thread       among those of its block that take this parity and
    ///                     column
    /// @param[out] cell    with this parity
    /// @param[out] lane    0 to lanes - 1
    /// @return false beyond the last site
    TASUKI_HD bool place(int block, int thread, int parity, Cell& cell,
                         int& lane) const {
        cell.parity = parity;
        if (!chunked_) {
            int rest = block * threads_ + thread;
            if (rest >= sites_) return false;
            lane = rest & ((1 << lane_bits_) - 1);
            rest >>= lane_bits_;
            cell.xh = in_x_.divide(rest);
            cell.y = in_y_.divide(rest);
            cell.z = in_z_.divide(rest);
            cell.t = rest;
            return true;
        }
        const auto low_bits = [](int& rest, int count) {
            const int low = rest & ((1 << count) - 1);
            rest >>= count;
            return low;
        };
        lane = low_bits(thread, lane_bits_);
        cell.xh = low_bits(thread, chunk_bits_[kX]);
        cell.y = low_bits(thread, chunk_bits_[kY]);
        cell.z = low_bits(thread, chunk_bits_[kZ]);
        cell.t = thread;
        cell.xh += in_x_.divide(block) << chunk_bits_[kX];
        cell.y += in_y_.divide(block) << chunk_bits_[kY];
        const int z = in_z_.divide(block);
        cell.t = (cell.t + (in_t_.divide(block) << chunk_bits_[kT])) * steps_;
        cell.z += (block * window_ + z) << chunk_bits_[kZ];
        return true;
    }

  private:
    /// The logarithm of a power of two; 0 of 0.
    static int bits(int power) {
        int count = 0;
        while (1 << count < power) ++count;
        return count;
    }

    int threads_, steps_, window_, lane_bits_, sites_, blocks_;
    bool chunked_;
    int chunk_bits_[4];
    lattice::Divisor in_x_, in_y_, in_z_, in_t_;
};

}  // namespace tasuki::wilson

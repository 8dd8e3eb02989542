// Experiments on communication that GPUs start themselves: how long a kernel's
// launch takes, how long a kernel needs to tell the host something, or a kernel
// of another process, and how fast messages go between two GPUs in several
// ways. Source: Kuwahara, Hanawa, Kodama and Boku, GMPI (IPSJ SIG-HPC), whose
// figures drivers/self/bench has beside these.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "runtime/core/ranks.hpp"

namespace tasuki::peers::self {

/// launch, attribute, kernels, ping-pong.  Ways of the first three are:
/// - host (many launches in a row), host-seen (until a flag of the kernel is
///   seen on the host), kernel (by a kernel, until it sees that flag);
/// - ring;
/// - poll (acquire loads), exchange (atomicExch()).
std::vector<std::string> experiment_names();
/// Of ping-pong: self (a kernel stores, and raises a flag), copy (copy engine),
/// copy-alone (many copies in a row, without answers), mpi-host (pinned memory
/// and MPI), mpi (the same without the copies), nccl.
std::vector<std::string> way_names();

/// What is measured.
struct Options {
    std::vector<std::string> experiments;  ///< of experiment_names()
    std::vector<std::string> ways;         ///< of way_names()
    std::vector<std::size_t> attributes;   ///< [B], each a multiple of 4
    std::vector<std::size_t> kernels;      ///< likewise
    std::vector<std::size_t> messages;     ///< likewise, of ping-pong
    int repetitions;
};

/// A figure: of a launch; of an attribute there and its answer back; of a
/// message one way, which is half of a round trip.
struct Row {
    std::string experiment, way;
    std::size_t bytes = 0;  ///< 0: a launch
    int blocks = 0;         ///< of the kernels that send; 0: none does
    int threads = 0;        ///< of each block
    std::vector<double> seconds{};
};

/// What could not be measured.
struct LeftOut {
    std::string rows, why;
};

/// Who sends to whom.
struct Setting {
    std::vector<std::string> gpus;  ///< of both ends: number and name
    int ranks;
    bool one_gpu;  ///< the ends share it
};

struct Listener {
    std::function<void(const Setting&)> begin;
    std::function<void(const Row&)> row;
    std::function<void(const LeftOut&)> left_out;
};

/// Every rank calls, one or two; the first one hears all.
/// @throws UnavailableError  no GPU is here, or the build has no toolkit; GPU
///                           memory for the largest message is missing
/// @throws UsageError        more than two ranks
/// @throws FaultError        a byte has come that was not sent, or a kernel has
///                           waited in vain
void measure(const Options& options, const runtime::Ranks& ranks,
             const Listener& listener);

}  // namespace tasuki::peers::self

// Which places make a graph faster where other programs disturb it.
//
// Others make an epoch longer, and hardly ever shorter.  So of several epochs
// with the same places the fast ones tell what the graph can do, while their
// median is that of the others' work.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/core/median.hpp"

namespace tasuki::runtime {

/// Epochs that are watched, and at most tried, where they are never alike.
inline constexpr std::size_t kNoisyEpochs = 8;

/// The second fastest of at least two, since one may be faster than the graph:
/// it also counts tasks that ended late in the epoch before.
inline double undisturbed(std::vector<double> epochs) {
    std::ranges::nth_element(epochs, epochs.begin() + 1);
    return epochs[1];
}

/// Of a trial so far.
enum class Verdict : std::uint8_t { open, faster, slower };

/// @param watched, tried  epochs [s per task] with the old and the new places
/// @param gain            part of the time of the old ones that is faster
inline Verdict compare_noisy(const std::vector<double>& watched,
                             const std::vector<double>& tried, double gain) {
    constexpr std::size_t few = kNoisyEpochs / 2;
    if (tried.size() < 2) return Verdict::open;
    if (undisturbed(tried) < gain * undisturbed(watched))
        return Verdict::faster;
    // Of places that are no better, each sixteenth trial ends as early.
    const bool is_slow = tried.size() >= few &&
                         *std::ranges::min_element(tried) > median(watched);
    return is_slow || tried.size() >= kNoisyEpochs ? Verdict::slower
                                                   : Verdict::open;
}

}  // namespace tasuki::runtime

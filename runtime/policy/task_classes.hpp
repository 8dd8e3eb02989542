// Which tasks are of one class.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>

namespace tasuki::runtime {

/// The first footprints of a kernel are a class each.  All others are one class
/// together: where sizes never repeat, a class for each would never be learnt.
class TaskClasses {
  public:
    /// Classes of a kernel that have one footprint.
    static constexpr int kMost = 8;

    /// @param footprint  of the kernel and the sizes of the data
    std::uint64_t of(const void* kernel, std::uint32_t footprint) {
        if (own_.contains(footprint)) return footprint;
        int& count = counts_[kernel];
        if (count == kMost)
            return kRest | reinterpret_cast<std::uintptr_t>(kernel);
        ++count;
        own_.insert(footprint);
        return footprint;
    }

  private:
    static constexpr std::uint64_t kRest = std::uint64_t{1} << 63;

    std::unordered_set<std::uint32_t> own_;  ///< footprints that are a class
    std::unordered_map<const void*, int> counts_;
};

}  // namespace tasuki::runtime

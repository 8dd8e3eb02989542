// Which tasks are of one class.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace tasuki::runtime {

/// The first footprints of a kernel are a class each.  All others are one class
/// together: where sizes never repeat, a class for each would never be learnt.
/// Classes are numbered from 1 as they appear.  Kernels and footprints would
/// order them by addresses, which differ from run to run.
class TaskClasses {
  public:
    /// Classes of a kernel that have one footprint.
    static constexpr int kMost = 8;

    /// @param footprint  of the kernel and the sizes of the data
    std::uint64_t of(const void* kernel, std::uint32_t footprint) {
        if (const auto own = own_.find(footprint); own != own_.end())
            return own->second;
        Kernel& its = kernels_[kernel];
        if (its.classes == kMost) {
            if (its.rest == 0) its.rest = ++last_;
            return its.rest;
        }
        ++its.classes;
        return own_[footprint] = ++last_;
    }

  private:
    struct Kernel {
        int classes = 0;         ///< of one footprint
        std::uint64_t rest = 0;  ///< class of all others; 0: there is none
    };

    std::unordered_map<std::uint32_t, std::uint64_t> own_;  ///< by footprint
    std::unordered_map<const void*, Kernel> kernels_;
    std::uint64_t last_ = 0;  ///< class
};

}  // namespace tasuki::runtime

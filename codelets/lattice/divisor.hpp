// Division by a number that is known long before: a product and a shift.
#pragma once

#include <cstdint>

#include "runtime/gpu/code.hpp"

namespace tasuki::lattice {

/// Source: Granlund & Montgomery, "Division by invariant integers using
/// multiplication", PLDI 1994, section 4, for numbers of 31 bits.
class Divisor {
  public:
    /// @param divisor  1 to 2^31 - 1
    explicit Divisor(int divisor) : divisor_{static_cast<unsigned>(divisor)} {
        int bits = 0;
        while ((std::uint64_t{1} << bits) < divisor_) ++bits;
        shift_ = 31 + static_cast<unsigned>(bits);
        multiplier_ = static_cast<unsigned>(
            ((std::uint64_t{1} << shift_) + divisor_ - 1) / divisor_);
    }

    /// Replaces n, 0 to 2^31 - 1, by n / divisor.
    /// @return n % divisor
    TASUKI_HD int divide(int& n) const {
        const auto dividend = static_cast<unsigned>(n);
        const auto quotient = static_cast<unsigned>(
            std::uint64_t{dividend} * multiplier_ >> shift_);
        n = static_cast<int>(quotient);
        return static_cast<int>(dividend - quotient * divisor_);
    }

  private:
    unsigned divisor_, multiplier_, shift_;
};

}  // namespace tasuki::lattice

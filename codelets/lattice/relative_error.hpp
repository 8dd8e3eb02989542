// How far what was found is from what was expected, in the maximum norm:
//   max |found - expected| / max |expected|
#pragma once

#include <complex>
#include <limits>

#include "codelets/lattice/largest.hpp"
#include "codelets/lattice/spinor_field.hpp"

namespace tasuki::lattice {

class RelativeError {
  public:
    void add(Complex found, Complex expected) {
        difference_.add(std::abs(found - expected));
        expected_.add(std::abs(expected));
        empty_ = false;
    }
    void add(const SpinorSite& found, const SpinorSite& expected) {
        for (std::size_t k = 0; k < found.size(); ++k)
            add(found[k], expected[k]);
    }

    /// The absolute error where nothing but zeros is expected.  NaN if a NaN
    /// was added, or nothing at all: that must not pass a bound either.
    double value() const {
        if (empty_) return std::numeric_limits<double>::quiet_NaN();
        return expected_.value() > 0 ? difference_.value() / expected_.value()
                                     : difference_.value();
    }

  private:
    Largest difference_, expected_;
    bool empty_ = true;
};

}  // namespace tasuki::lattice

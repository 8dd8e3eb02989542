// Spherical harmonic coefficients in the conventions of a caller, and those
// that are transformed.
#pragma once

#include <complex>
#include <span>
#include <vector>

#include "codelets/sphere/truncation.hpp"
#include "io/sphere/normalization.hpp"

namespace tasuki::interface {

/// Of a real field f = sum_l a_l0 Y_l0 + 2 Re sum_(l, m > 0) a_lm Y_lm, in the
/// order of Truncation.
class Coefficients {
  public:
    using Complex = std::complex<double>;

    /// @param convention  of Y_lm, as callers have them
    Coefficients(int lmax, const io::Convention& convention)
        : truncation_{sphere::triangle(lmax)}, convention_{convention} {}

    const sphere::Truncation& truncation() const { return truncation_; }
    std::size_t size() const { return truncation_.size(); }

    /// Those that are transformed.
    /// @param to  has all of these degrees; what it has more of is 0
    std::vector<Complex> inner(std::span<const Complex> from,
                               const sphere::Truncation& to) const;
    /// The other way round; degrees above lmax are left out.
    void outer(std::span<const Complex> from, const sphere::Truncation& of,
               std::span<Complex> to) const;

  private:
    sphere::Truncation truncation_;
    io::Convention convention_;
};

}  // namespace tasuki::interface

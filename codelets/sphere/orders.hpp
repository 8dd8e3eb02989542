// The orders that one rank computes, and how their coefficients and series lie
// in arrays.
//
// A spectrum has, for each order m, coefficients of degrees m .. degrees. The
// series made of it has a term for every second degree; each term carries the
// coefficient of degree m + 2l and one that stands for degree m + 2l + 1 (see
// recurrence.hpp). Series are padded to whole steps with zeros.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "codelets/sphere/truncation.hpp"

namespace tasuki::sphere {

/// Terms that kernels take at once.
inline constexpr int kTermStep = 4;

/// Pairs of latitudes, north and south, that begin at the same term: those of
/// the lanes of a warp.
inline constexpr int kGroup = 32;

/// Where order m lies.
struct Order {
    std::int32_t m;
    std::int32_t terms;         ///< a multiple of kTermStep
    std::uint32_t series;       ///< its first term
    std::uint32_t coefficient;  ///< its coefficient of degree m
};

/// One term: the parts of degree m + 2l and of degree m + 2l + 1.
struct Term {
    double even_re, even_im, odd_re, odd_im;
};

/// Every `ranks`-th pair of orders (m, M - m), which have nearly the same
/// number of terms together, beginning with the pair `rank`; sorted by m, the
/// longest series first.
class Orders {
  public:
    Orders(const Truncation& truncation, int rank, int ranks);

    const Truncation& truncation() const { return truncation_; }
    const std::vector<Order>& list() const { return list_; }
    std::size_t size() const { return list_.size(); }
    std::size_t terms() const { return terms_; }
    std::size_t coefficients() const { return coefficients_; }

  private:
    Truncation truncation_;
    std::vector<Order> list_;
    std::size_t terms_ = 0, coefficients_ = 0;
};

}  // namespace tasuki::sphere

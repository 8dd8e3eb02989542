// The rows of a grid of which every second one is known.
#pragma once

#include <cstddef>
#include <vector>

namespace tasuki::io {

/// A field of degrees below J that is known on the J colatitudes 2 k pi / N, or
/// (2 k + 1) pi / N, of N = 2 J - 1: on all 2 J multiples of pi / N.  A
/// meridian and the one behind it are a circle with N even points, which
/// determine a trigonometric polynomial of degree J - 1.
///
/// Source: J. D. McEwen and Y. Wiaux, IEEE Trans. Signal Process. 59 (2011)
/// 5876.
/// @param values  (J, I), north first
/// @param north_pole  the first row is that pole; else the last is the other
/// @return (2 J, I)
std::vector<double> with_rows_between(const std::vector<double>& values,
                                      std::size_t rows, bool north_pole);

}  // namespace tasuki::io

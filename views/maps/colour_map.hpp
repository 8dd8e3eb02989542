// Three published colour maps.  All are perceptually uniform: equal steps of
// the value look equally large, also in grey and to the colour-blind.
#pragma once

#include "views/maps/image.hpp"

namespace tasuki::views {

/// For values of one sign: from dark violet over green to yellow, lightness
/// grows with t.  viridis of S. van der Walt, N. Smith and E. Firing (2015),
/// CC0, https://bids.github.io/colormap
/// @param t  0 to 1; what is outside is taken as the end
Rgb viridis(double t);

/// For densities: from black, where there is nothing, over purple to cream.
/// magma of the same authors and page as viridis, CC0
/// @param t  0 to 1; what is outside is taken as the end
Rgb magma(double t);

/// For values of two signs: from blue over nearly white at 1/2 to brown,
/// lightness falls with the distance from 1/2.  vik of F. Crameri, Scientific
/// colour maps, MIT, https://doi.org/10.5281/zenodo.1243862
/// @param t  0 to 1; what is outside is taken as the end
Rgb vik(double t);

}  // namespace tasuki::views

// A random link, on host and device, where it has the same bits if the source
// that includes this is compiled without fused operations.
#pragma once

#include "codelets/lattice/matrix3-inl.hpp"
#include "codelets/lattice/random.hpp"

namespace tasuki::lattice::inl {

/// Gram-Schmidt of Gaussian rows is Haar-distributed on U(3); the completed
/// third row projects to SU(3).
/// @param link  4 times the number of its site in the lattice, plus mu
TASUKI_HD Matrix3 hot_link(std::uint64_t seed, std::uint64_t link) {
    RandomStream random{seed, Purpose::hot_start, link};
    Matrix3 gaussian;
    for (int k = 0; k < 9; ++k) gaussian.e[k] = random.gaussian();
    return inl::reunitarized(gaussian);
}

}  // namespace tasuki::lattice::inl

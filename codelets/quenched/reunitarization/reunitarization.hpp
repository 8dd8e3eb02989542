// reunitarization: brings every link of a slab back to SU(3), from which
// rounding drives the products of many updates away.
// Source: Gattringer & Lang (2010), ch. 4.
#pragma once

#include "codelets/lattice/gauge_field.hpp"

namespace tasuki::runtime {
class Codelet;
}

namespace tasuki::quenched::reunitarization {

struct Args {
    std::size_t links;  ///< in the slab
};

inline constexpr double kFlopsPerLink = 200;  ///< [flop/link]

/// @param u  update (links)
void run_cpu(const Args& args, lattice::Matrix3* u) noexcept;

/// Buffer: the slab (update).
runtime::Codelet& codelet();

}  // namespace tasuki::quenched::reunitarization

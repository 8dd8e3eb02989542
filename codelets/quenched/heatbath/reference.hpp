// The heat bath again: one whole lattice, no slabs, matrices multiplied out.
#pragma once

#include <cstdint>

#include "codelets/lattice/gauge_field.hpp"

namespace tasuki::quenched::heatbath {

/// Heat bath of all links U_mu(x) with x + y + z + t = `odd` modulo 2, with
/// the random numbers of heatbath::run_cpu().
void reference(lattice::GaugeField& u, int mu, int odd, double beta,
               std::uint64_t seed, std::uint32_t sweep);

}  // namespace tasuki::quenched::heatbath

// The overrelaxation again: one whole lattice, matrices multiplied out.
#pragma once

#include "codelets/lattice/gauge_field.hpp"

namespace tasuki::quenched::overrelaxation {

/// Overrelaxation of all links U_mu(x) with x + y + z + t = `odd` modulo 2.
void reference(lattice::GaugeField& u, int mu, int odd);

}  // namespace tasuki::quenched::overrelaxation

// The two hopping terms of a direction, and what each needs at a cut.
#pragma once

#include "codelets/wilson/face.hpp"

namespace tasuki::wilson {

/// forward:  (1 - g_mu) U_mu(n)           psi(n+mu): psi comes from the first
///           layer of the next block and meets a link of this block's last;
/// backward: (1 + g_mu) U_mu(n-mu)^dagger psi(n-mu): psi comes from the last
///           layer of the previous block and meets a link there.
/// So both use the links of a block's own last layer.
enum class Hop : int { forward = 0, backward = 1 };

/// Layer whose spinors are packed for this hop.
TASUKI_HD Edge packed_edge(Hop hop) {
    return hop == Hop::forward ? Edge::first : Edge::last;
}
/// Layer whose sites the product is added to.
TASUKI_HD Edge merged_edge(Hop hop) {
    return hop == Hop::forward ? Edge::last : Edge::first;
}

/// Calls `body.template operator()<mu, sign>()` for a run-time direction and
/// hop; sign is that of (1 + sign g_mu), the other one with `dagger`.
template <class Body>
TASUKI_HD void for_direction(int mu, Hop hop, bool dagger, const Body& body) {
    const bool f = (hop == Hop::forward) != dagger;
    switch (mu) {
        case kX:
            return f ? body.template operator()<kX, -1>()
                     : body.template operator()<kX, +1>();
        case kY:
            return f ? body.template operator()<kY, -1>()
                     : body.template operator()<kY, +1>();
        case kZ:
            return f ? body.template operator()<kZ, -1>()
                     : body.template operator()<kZ, +1>();
        default:
            return f ? body.template operator()<kT, -1>()
                     : body.template operator()<kT, +1>();
    }
}

}  // namespace tasuki::wilson

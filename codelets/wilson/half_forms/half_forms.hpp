// Half precision with whole links, which no solver uses: for comparison with
// QUDA's kernels, which can do it.
#pragma once

namespace tasuki::wilson {

/// Lets this program run sweeps in half precision with 18 reals per link.
void add_half_forms();

}  // namespace tasuki::wilson

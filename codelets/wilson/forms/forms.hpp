// All forms of a sweep but those that every program has and those that only a
// benchmark needs.
#pragma once

namespace tasuki::wilson {

/// Lets this program run sweeps in double precision with 12 and 8 reals per
/// link, in single precision, and in half precision with 12.  Safe to repeat.
void add_forms();

}  // namespace tasuki::wilson

// The name of a codelet, for headers that GPU compilers read: those must not
// see StarPU's, which bring the other toolkit's with them.
#pragma once

namespace tasuki::runtime {
class Codelet;
}

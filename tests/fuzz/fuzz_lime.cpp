// The ILDG and SciDAC reader.  Most of the seeds have no checksum record, so
// that changed links get as far as the checks of the field.
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    tasuki::fuzz::read(tasuki::fuzz::text(data, size));
    return 0;
}

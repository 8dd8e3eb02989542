// The ILDG and SciDAC reader.  Most of the seeds have no checksum record, so
// that changed links get as far as the checks of the field.
#include "io/gauge/gauge_file.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    using namespace tasuki;
    fuzz::read(fuzz::text(data, size),
               [](const io::Source& source) { (void)io::read_gauge(source); });
    return 0;
}

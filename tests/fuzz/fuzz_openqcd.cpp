// The openQCD reader.
#include "io/gauge/gauge_file.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace tasuki;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    fuzz::read(fuzz::text(data, size),
               [](const io::Source& source) { (void)io::read_gauge(source); });
    return 0;
}

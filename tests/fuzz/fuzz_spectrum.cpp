// The readers of coefficients as text: tables of l m C S, and ICGEM's format.
#include "io/sphere/spectrum_parse.hpp"
#include "io/words.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    using namespace tasuki;
    fuzz::read(fuzz::text(data, size), [](const io::Source& source) {
        // HDF5 files are left to the people of its library.
        const auto content = io::whole_text(source);
        if (io::looks_like_icgem(content))
            // At a date, for which more of the file is read.
            (void)io::parse_spectrum_icgem(source.name(), content, 2004.5);
        else
            (void)io::parse_spectrum_text(source.name(), content, {});
    });
    return 0;
}

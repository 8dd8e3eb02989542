// The reader of grids in NetCDF's classic formats.
#include "io/sphere/grid_arrays.hpp"
#include "io/sphere/grid_file.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    using namespace tasuki;
    fuzz::read(fuzz::text(data, size), [](const io::Source& source) {
        // HDF5 files are left to the people of its library.
        if (!io::looks_like_classic_netcdf(source)) return;
        (void)io::read_grid(source, "");
        (void)io::read_grid(source, "z", 1);
    });
    return 0;
}

// What HDF5 datasets compressed by LZF are expanded with.
#include <cstdint>
#include <span>

#include "io/hdf5/lzf.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    (void)tasuki::io::expand_lzf(std::as_bytes(std::span{data, size}));
    return 0;
}

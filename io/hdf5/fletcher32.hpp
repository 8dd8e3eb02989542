// The checksum of a chunk of HDF5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tasuki::io {

/// Fletcher's checksum of big-endian words of 16 bits, modulo 65535, as HDF5's
/// filter computes it.  Source: Fletcher, IEEE Trans. Commun. 30 (1982) 247;
/// HDF5 File Format Specification, filter 3.
/// @param bytes  an even number of them
std::uint32_t fletcher32(std::span<const std::byte> bytes);

}  // namespace tasuki::io

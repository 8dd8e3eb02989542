// LZF, the compression of h5py's option compression="lzf".
//
// Compressed bytes are runs, each with a first byte c:
//
//   c < 32   c + 1 bytes follow as they are
//   else     (c >> 5) + 2 bytes are to be copied from what was expanded; where
//            c >> 5 is 7, the next byte is added to it.  A byte b follows: the
//            copy begins 256 (c & 31) + b + 1 bytes back, and may overlap what
//            it makes.
//
// Sources: M. Lehmann, LibLZF 3.6; h5py, "LZF filter for HDF5" (filter 32000 of
// the HDF Group's list).
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace tasuki::io {

/// Empty where the bytes are not LZF.
std::optional<std::vector<std::byte>> expand_lzf(
    std::span<const std::byte> bytes);

/// Lets HDF5 read datasets that are compressed so.
void register_lzf();

/// Whether a dataset that is compressed so states the size of its chunks, as
/// h5py does: HDF5 trusts a filter to give as many bytes.  True for all others.
bool has_sound_lzf(hid_t dataset);

}  // namespace tasuki::io

// Memory of the imitated devices.  Addresses are never used twice, and freed
// memory cannot be touched: a late use is a fault.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "tests/imitated/cuda/machine.hpp"

namespace tasuki::imitated {

/// A box of bytes, as all copies are.
struct Copy {
    void* to;
    const void* from;
    std::size_t width, height = 1, depth = 1;  ///< [B], rows, slices
    std::size_t to_pitch = 0, from_pitch = 0;  ///< between rows [B]
    std::size_t to_slice = 0, from_slice = 0;  ///< between slices [B]
};

/// The device on which `address` lies, -1 of memory of the host.  Ends the
/// process if it is device memory, of which not all `bytes` are allocated.
int device_of(const Lock&, const void* address, std::size_t bytes);
/// Whether the host's memory is pinned, so that copies are asynchronous.
bool is_pinned(const Lock&, const void* address);
/// Ends the process if memory is not what the caller says.
void check_copy(const Lock&, const Copy& copy, cudaMemcpyKind kind);
/// On the thread of the machine.
void run_copy(const Copy& copy, cudaMemcpyKind kind);
/// Of a fill of `rows` rows.
void run_fill(void* to, std::size_t pitch, int value, std::size_t width,
              std::size_t rows);
/// What a device that is reset forgets.
void free_all(const Lock&, int device);

}  // namespace tasuki::imitated

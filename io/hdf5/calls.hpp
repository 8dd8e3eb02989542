// Calls of HDF5 that may fail.  For io/hdf5/ alone.
#pragma once

#include "io/hdf5/hdf5.hpp"

namespace tasuki::io {

/// Throws what the last call failed for.
/// @throws system_error  the disk refused
/// @throws bad_alloc, FaultError
[[noreturn]] void refuse_call(const char* call);

/// @return `result`, an identifier or a status
/// @throws as refuse_call()
template <class T>
T checked(T result, const char* call) {
    if (result < 0) refuse_call(call);
    return result;
}

inline Hdf5Id checked_id(hid_t id, const char* call) {
    return Hdf5Id{checked(id, call)};
}

}  // namespace tasuki::io

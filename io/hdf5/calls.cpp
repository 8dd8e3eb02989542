#include "io/hdf5/calls.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <new>
#include <string_view>
#include <system_error>

#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

/// Whether the last call failed for that.
bool lacked_memory() {
    bool found = false;
    H5Ewalk2(
        H5E_DEFAULT, H5E_WALK_UPWARD,
        [](unsigned, const H5E_error2_t* error, void* out) -> herr_t {
            *static_cast<bool*>(out) |= error->maj_num == H5E_RESOURCE ||
                                        error->min_num == H5E_NOSPACE ||
                                        error->min_num == H5E_CANTALLOC;
            return 0;
        },
        &found);
    return found;
}

/// Why the last call failed to write to a disk; 0: it was no disk.  HDF5 has
/// the number in words only: "..., errno = 28, error message = ...".
int disk_error() {
    int found = 0;
    H5Ewalk2(
        H5E_DEFAULT, H5E_WALK_UPWARD,
        [](unsigned, const H5E_error2_t* error, void* out) -> herr_t {
            constexpr std::string_view before = "errno = ";
            const std::string_view words{error->desc ? error->desc : ""};
            const auto at = words.find(before);
            if (at != std::string_view::npos)
                *static_cast<int*>(out) =
                    std::atoi(words.data() + at + before.size());
            return 0;
        },
        &found);
    return found;
}

}  // namespace

void refuse_call(const char* call) {
    if (const int error = disk_error())
        throw std::system_error{error, std::generic_category(), call};
    if (lacked_memory()) throw std::bad_alloc{};
    throw runtime::FaultError(fmt::format("{} failed", call));
}

}  // namespace tasuki::io

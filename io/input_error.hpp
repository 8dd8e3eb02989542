// What is wrong with a file.
#pragma once

#include <string_view>

#include "runtime/core/error.hpp"

namespace tasuki::io {

/// A file with wrong or missing content.
struct InputError : runtime::Error {
    /// "FILE: what at byte N: expected E, found F"; `where` is free text such
    /// as "byte 1032" or "header key DIMENSION_1", empty to leave it out.
    InputError(std::string_view file, std::string_view what,
               std::string_view where, std::string_view expected,
               std::string_view found);
};

}  // namespace tasuki::io

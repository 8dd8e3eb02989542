// Whether all ranks see the same file.
#pragma once

#include <memory>
#include <string>

#include "io/share.hpp"
#include "io/source.hpp"

namespace tasuki::io {

/// Opens a file that every rank must have: compares size, beginning and end,
/// with header and trailing records in them.  Every rank calls.
/// @throws InputError  the file cannot be opened
/// @throws UsageError  on some ranks only, or it is another one there
std::unique_ptr<Source> open_shared(const std::string& path,
                                    const Share& share);

/// Reads all of it on every rank, to find out who has another content; for
/// when a checksum over the parts of all is wrong.
/// @throws UsageError  some rank has
void check_same_content(const Source& source, const Share& share);

}  // namespace tasuki::io

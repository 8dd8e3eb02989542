// Files that hold bodies: TIPSY, a table as text, snapshots of GADGET, in HDF5
// or not, and our own.  The content decides which of them a file is, not its
// name.
#pragma once

#include <string>

#include "codelets/nbody/bodies.hpp"
#include "io/source.hpp"
#include "runtime/core/ranks.hpp"

namespace tasuki::io {

struct BodyFile {
    nbody::Bodies bodies;  ///< at least one; finite, no mass below 0
    double time = 0;       ///< that the file states; 0 where it states none
    std::string format;    ///< "TIPSY", "text", "GADGET" or "HDF5"
    /// What a run does not do that the file was made with.
    std::vector<std::string> warnings{};
};

/// @throws InputError  not a file with bodies, not whole, or with numbers that
///                     no bodies have
BodyFile read_bodies(const Source& source);

/// Every rank reads all bodies; every rank calls.
/// @throws InputError  as above
/// @throws UsageError  the ranks see different files
BodyFile read_bodies(const std::string& path, const runtime::Ranks& ranks);

}  // namespace tasuki::io

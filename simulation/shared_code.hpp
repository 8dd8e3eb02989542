// The code of the copies of a program, once in memory.
#pragma once

#include <filesystem>

namespace tasuki::runtime::detail {

/// Maps what this copy of a program only reads, its code and constants, from
/// the file of which it is a copy, so that all copies have it in the same
/// pages: caches of a CPU then hold the code of all ranks at once.  Does
/// nothing where that is refused, or where the bytes differ.
void share_code(const std::filesystem::path& program);

}  // namespace tasuki::runtime::detail

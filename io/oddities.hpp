// What is odd about the form of a file whose content is right.
//
// Errors in content, such as a wrong checksum, a missing byte or a link outside
// of SU(3), are thrown at once.
#pragma once

#include <vector>

#include "io/input_error.hpp"

namespace tasuki::io {

/// Each is an error that was not thrown, with what, where, expected and found.
using Oddities = std::vector<InputError>;

/// What becomes of them once the content has been checked.
enum class OddForm { warn, refuse };

}  // namespace tasuki::io

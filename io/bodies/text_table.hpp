// Bodies as text: a line for each, `m x y z vx vy vz`, separated by blanks or
// commas; comments as in io/words.hpp.
#pragma once

#include "io/bodies/body_file.hpp"

namespace tasuki::io {

/// @throws InputError  with the number of the line, from 1
BodyFile parse_text_table(const Source& source);

}  // namespace tasuki::io

// Files that a program writes for `tasuki`.
#pragma once

#include <string>

namespace tasuki::program {

/// Complete or not there: a reader never sees a part.
/// @param option  that names the file, for the message
/// @param path    "-": stdout
/// @throws UsageError  it cannot be written
void write_result(const std::string& option, const std::string& path,
                  const std::string& text);

}  // namespace tasuki::program
